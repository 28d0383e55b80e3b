//! `-gen-clang-attr-parser-string-switches`: lists the spellings of the attributes whose arguments Clang's parser
//! treats specially.

use backend::text::push_header;
use backend::{Backend, Context, Fatal, Output, Rec, Records};
use elaborate::records::Release;

use super::attr_class::last_class;
use super::parsed::{AttributeKind, Late, Parsed, shared_kind};
use super::shared_names::{self, Owners};
use super::spelling::{Spelling, unique_names};
use super::target::TargetTest;

pub(crate) const BACKEND: Backend = Backend::clang(
    "gen-clang-attr-parser-string-switches",
    "Find how the arguments of attributes are parsed",
    &["Attr", "Spelling"],
    write,
);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    push_header(out, "Parser-related llvm::StringSwitch cases", records);
    let lists = Lists::new(records)?;
    lists.push_handled(out, "ARG_CONTEXT_LIST", "ParseArgumentsAsUnevaluated")?;
    lists.push_by_first(out, "IDENTIFIER_ARG_LIST", is_identifier)?;
    lists.push_string_literals(out)?;
    lists.push_by_first(out, "VARIADIC_IDENTIFIER_ARG_LIST", |arg| {
        matches!(
            last_class(arg),
            "VariadicIdentifierArgument" | "VariadicParamOrParamIdxArgument"
        )
    })?;
    lists.push_by_first(out, "THIS_ISA_IDENTIFIER_ARG_LIST", |arg| {
        last_class(arg) == "VariadicParamOrParamIdxArgument"
    })?;
    lists.push_handled(out, "ACCEPTS_EXPR_PACK", "AcceptsExprPack")?;
    lists.push_by_first(out, "TYPE_ARG_LIST", |arg| {
        last_class(arg) == "TypeArgument"
    })?;
    push_late(records, out, "LATE_PARSED_LIST", Late::Standard)?;
    push_late(
        records,
        out,
        "LATE_PARSED_EXPERIMENTAL_EXT_LIST",
        Late::Experimental,
    )?;
    lists.push_strict(out)
}

/// Writes a list between `#if` and `#endif`.
fn push_list(
    out: &mut Output,
    name: &str,
    push: impl FnOnce(&mut Output) -> Result<(), Fatal>,
) -> Result<(), Fatal> {
    writeln!(out, "#if defined(CLANG_ATTR_{name})");
    push(out)?;
    out.no_source();
    write!(out, "#endif // CLANG_ATTR_{name}\n\n");
    Ok(())
}

/// Writes a `.Case` for each distinct name of an attribute.
fn push_cases(out: &mut Output, attr: Rec, value: &str) -> Result<(), Fatal> {
    out.source(attr);
    for spelling in unique_names(&Spelling::all(attr)?) {
        writeln!(out, ".Case(\"{}\", {value})", spelling.name);
    }
    Ok(())
}

/// Writes the lists whose keys are names of attributes.
struct Lists<'a> {
    records: &'a Records,
    /// The number of attributes with each name. `None` before LLVM 21, the first release that distinguishes attributes
    /// with the same name.
    owners: Option<Owners>,
}

impl<'a> Lists<'a> {
    fn new(records: &'a Records) -> Result<Lists<'a>, Fatal> {
        let tells_apart = records.release() >= Release::V21;
        let owners = tells_apart.then(|| Owners::read(records)).transpose()?;
        Ok(Lists { records, owners })
    }

    /// Writes a list of attributes: a `StringSwitch` case for each of their names. The value of the case is true if the
    /// name is used as the name of an attribute in the list.
    fn push_flags(&self, out: &mut Output, name: &str, attrs: &[Rec]) -> Result<(), Fatal> {
        push_list(out, name, |out| match &self.owners {
            Some(owners) => shared_names::push(owners, attrs.iter().map(|it| (*it, 0)), out),
            None => (attrs.iter()).try_for_each(|attr| push_cases(out, *attr, "true")),
        })
    }

    /// Writes a list of the handled attributes for which the field `field` is set.
    fn push_handled(&self, out: &mut Output, name: &str, field: &str) -> Result<(), Fatal> {
        let mut attrs = Vec::new();
        for AttributeKind { attr, .. } in Parsed::handled(self.records)?.kinds {
            if attr.bit(field)? {
                attrs.push(attr);
            }
        }
        self.push_flags(out, name, &attrs)
    }

    /// Writes a list of the attributes whose first argument satisfies `is_of_kind`.
    fn push_by_first(
        &self,
        out: &mut Output,
        name: &str,
        is_of_kind: fn(Rec) -> bool,
    ) -> Result<(), Fatal> {
        let mut attrs = Vec::new();
        for attr in self.records.derived("Attr")? {
            let args = attr.list_of_defs("Args")?;
            if args.first().is_some_and(|arg| is_of_kind(*arg)) {
                attrs.push(attr);
            }
        }
        self.push_flags(out, name, &attrs)
    }

    /// Writes the list of attributes with string literals as arguments, each with a mask of these arguments.
    fn push_string_literals(&self, out: &mut Output) -> Result<(), Fatal> {
        push_list(out, "STRING_LITERAL_ARG_LIST", |out| {
            let Some(owners) = &self.owners else {
                return push_masks_by_kind(self.records, out);
            };
            let mut attrs = Vec::new();
            for attr in self.records.derived("Attr")? {
                let mask = string_mask(attr)?;
                if mask != 0 {
                    attrs.push((attr, mask));
                }
            }
            shared_names::push(owners, attrs, out)
        })
    }

    /// Writes the list of attributes whose identifier arguments must be known identifiers. Before LLVM 21, the list has
    /// for each attribute a mask that covers all its arguments, and contains an attribute only if its first argument is
    /// an identifier. Since LLVM 21, the list contains no masks, and any identifier argument suffices.
    fn push_strict(&self, out: &mut Output) -> Result<(), Fatal> {
        let mut strict = Vec::new();
        for attr in self.records.derived("Attr")? {
            if attr.bit("StrictEnumParameters")? {
                strict.push((attr, attr.list_of_defs("Args")?));
            }
        }
        if self.owners.is_some() {
            strict.retain(|(_, args)| args.iter().any(|arg| is_identifier(*arg)));
            let attrs: Vec<_> = strict.into_iter().map(|(attr, _)| attr).collect();
            return self.push_flags(out, "STRICT_IDENTIFIER_ARG_LIST", &attrs);
        }
        push_list(out, "STRICT_IDENTIFIER_ARG_AT_INDEX_LIST", |out| {
            for (attr, args) in strict {
                if args.first().is_some_and(|arg| is_identifier(*arg)) {
                    let unused = u64::BITS.saturating_sub(args.len() as u32);
                    push_cases(out, attr, &format!("{}ull", u64::MAX >> unused))?;
                }
            }
            Ok(())
        })
    }
}

fn is_identifier(arg: Rec) -> bool {
    matches!(
        last_class(arg),
        "IdentifierArgument" | "EnumArgument" | "VariadicEnumArgument"
    )
}

/// Writes a mask for each kind of attribute that has string literals as arguments. If attributes of several targets
/// share a kind, the mask depends on the target.
fn push_masks_by_kind(records: &Records, out: &mut Output) -> Result<(), Fatal> {
    let parsed = Parsed::new(records, |_| Ok(true))?;
    for AttributeKind { attr, .. } in &parsed.kinds {
        let (shared, mut value) = (shared_kind(*attr)?, String::new());
        match &shared {
            Some(kind) => {
                for attr in [*attr].into_iter().chain(parsed.others_of(kind)) {
                    let mask = string_mask(attr)?;
                    if mask != 0 {
                        let test = TargetTest::read(attr.def("Target")?)?.code;
                        value += &format!("{test} ? {mask} : ");
                    }
                }
                if !value.is_empty() {
                    value += "0";
                }
            }
            None => match string_mask(*attr)? {
                0 => {}
                mask => value = mask.to_string(),
            },
        }
        if !value.is_empty() {
            push_cases(out, *attr, &value)?;
        }
    }
    Ok(())
}

/// A mask of those arguments of `attr` that are string literals. Argument `n` sets bit `n % 32`. A variadic
/// argument `n` sets bit `n` and all higher bits, or no bit if `n` is at least 32. Arguments after a variadic argument
/// of strings are ignored.
fn string_mask(attr: Rec) -> Result<u32, Fatal> {
    let mut mask = 0;
    for (at, arg) in (0..).zip(attr.list_of_defs("Args")?) {
        let class = last_class(arg);
        let is_string = match class {
            "EnumArgument" | "VariadicEnumArgument" => arg.bit("IsString")?,
            "StringArgument" | "VariadicStringArgument" => true,
            _ => false,
        };
        if is_string && class.starts_with("Variadic") {
            // A variadic argument of strings covers all further arguments.
            return Ok(mask | u32::MAX.checked_shl(at).unwrap_or(0));
        }
        mask |= u32::from(is_string).wrapping_shl(at);
    }
    Ok(mask)
}

/// Writes a list of the attributes whose arguments are parsed late. Only the GNU syntax supports this.
fn push_late(records: &Records, out: &mut Output, name: &str, late: Late) -> Result<(), Fatal> {
    push_list(out, name, |out| {
        for attr in records.derived("Attr")? {
            if Late::read(attr)? != late {
                continue;
            }
            out.source(attr);
            for spelling in Spelling::all(attr)? {
                if spelling.variety == "GNU" {
                    writeln!(out, ".Case(\"{}\", 1)", spelling.name);
                }
            }
        }
        Ok(())
    })
}
