//! Functions that convert between the enumerations of MLIR and LLVM IR.

use std::borrow::Cow;

use backend::{Context, Fatal, Output, Rec};
use mlir_model::enums::Enum;

use super::changes;

/// An enumeration of MLIR with its counterpart in LLVM IR.
struct Shared<'a> {
    own: Enum<'a>,
    /// The C++ name of the enumeration in LLVM IR.
    class: Cow<'a, str>,
    /// The values in LLVM IR, in the order of the cases.
    values: Vec<Cow<'a, str>>,
    /// The values in LLVM IR for which MLIR has no case.
    others: Vec<Cow<'a, str>>,
    /// Whether the values in LLVM IR are plain integers.
    are_numbers: bool,
}

impl<'a> Shared<'a> {
    /// All enumerations of a unit with a counterpart in LLVM IR. Enumerations whose values in LLVM IR are plain
    /// integers come last.
    fn all(cx: &Context<'a>) -> Result<Vec<Shared<'a>>, Fatal> {
        let mut all = Vec::new();
        for (class, are_numbers) in [("LLVM_EnumAttr", false), ("LLVM_CEnumAttr", true)] {
            for rec in cx.records.derived(class)? {
                all.push(Shared::read(rec, are_numbers)?);
            }
        }
        Ok(all)
    }

    fn read(rec: Rec<'a>, are_numbers: bool) -> Result<Shared<'a>, Fatal> {
        let class = rec.string("llvmClassName")?;
        let own = Enum::read(rec)?;
        let value = |rec: Rec<'a>| rec.string("llvmEnumerant");
        let values = own.cases.iter().map(|it| value(it.rec));
        let others = if are_numbers {
            Vec::new()
        } else {
            rec.list_of_defs("unsupported")?
        };
        Ok(Shared {
            class,
            values: values.collect::<Result<_, _>>()?,
            others: others.into_iter().map(value).collect::<Result<_, _>>()?,
            own,
            are_numbers,
        })
    }

    /// The C++ expressions of each case in MLIR and in LLVM IR.
    fn pairs(&self) -> impl Iterator<Item = (String, String)> {
        let name = self.own.qualified_name();
        let pairs = self.own.cases.iter().zip(&self.values);
        pairs.map(move |(case, value)| {
            let value = format!("{}::{value}", self.class);
            let value = if self.are_numbers {
                format!("static_cast<int64_t>({value})")
            } else {
                value
            };
            (format!("{name}::{}", case.symbol), value)
        })
    }

    /// The C++ type of the values in LLVM IR.
    fn value_type(&self) -> &str {
        if self.are_numbers {
            "int64_t"
        } else {
            &self.class
        }
    }
}

/// Writes the functions that convert values to LLVM IR.
pub(super) fn write_to_llvm(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let prefix = changes::unused(cx.release(), "static");
    for it in Shared::all(cx)? {
        out.source(it.own.rec);
        let (name, class, ty) = (&it.own.name, it.own.qualified_name(), it.value_type());
        write!(
            out,
            "{prefix} {ty} convert{name}ToLLVM({class} value) {{\n  switch (value) {{\n"
        );
        for (own, value) in it.pairs() {
            write!(out, "  case {own}:\n    return {value};\n");
        }
        write!(
            out,
            "  }}\n  llvm_unreachable(\"unknown {name} type\");\n}}\n\n"
        );
    }
    out.no_source();
    Ok(())
}

/// Writes the functions that convert values from LLVM IR.
pub(super) fn write_from_llvm(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let prefix = changes::unused(cx.release(), "inline");
    for it in Shared::all(cx)? {
        out.source(it.own.rec);
        let (name, class, ty) = (&it.own.name, it.own.qualified_name(), it.value_type());
        write!(
            out,
            "{prefix} {class} convert{name}FromLLVM({ty} value) {{\n  switch (value) {{\n"
        );
        for (own, value) in it.pairs() {
            write!(out, "  case {value}:\n    return {own};\n");
        }
        for other in &it.others {
            let value = format!("{}::{other}", it.class);
            write!(
                out,
                "  case {value}:\n    llvm_unreachable(\"unsupported case {value}\");\n"
            );
        }
        write!(
            out,
            "  }}\n  llvm_unreachable(\"unknown {} type\");}}\n\n",
            it.class
        );
    }
    out.no_source();
    Ok(())
}
