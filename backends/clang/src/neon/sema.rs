//! `-gen-arm-neon-sema`: the builtins, and checks of their arguments.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use backend::string_offset_table::StringOffsetTable;
use backend::{Backend, Context, Fatal, Output, Rec, bail};
use rustc_hash::FxHashSet;

use super::changes;
use super::definition::Class;
use super::intrinsic::Intrinsic;
use super::model::Intrinsics;
use super::types::{BaseKind, Type};
use crate::vectors::push_part;

pub(crate) const BACKEND: Backend = Backend::clang(
    "gen-arm-neon-sema",
    "List the builtins of NEON and what arguments they take",
    &["Inst", "Operation"],
    write,
);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let intrinsics = Intrinsics::new(cx.records)?;
    // Intrinsics that are defined by operations have no builtins.
    let list: Vec<_> = intrinsics.list.iter().filter(|it| !it.has_body()).collect();
    let has_tables = changes::has_string_tables(cx.release());
    if has_tables {
        push_tables(cx, &list, out)?
    } else {
        push_part(out, "GET_NEON_BUILTINS", |out| push_builtins(&list, out))?
    }
    push_part(out, "GET_NEON_OVERLOAD_CHECK", |out| {
        push_overloads(&list, out)
    })?;
    push_part(out, "GET_NEON_STREAMING_COMPAT_FLAG", |out| {
        push_streaming(&list, out)
    })?;
    push_part(out, "GET_NEON_IMMEDIATE_CHECK", |out| {
        if has_tables {
            push_checks(&list, out)
        } else {
            push_ranges(&list, out)
        }
    })
}

/// Writes a macro call for each distinct definition of a builtin.
fn push_builtins(list: &[&Intrinsic], out: &mut Output) -> Result<(), Fatal> {
    let mut builtins: BTreeMap<(String, &str), Vec<Rec>> = BTreeMap::new();
    for it in list {
        let definition = format!(
            "__builtin_neon_{}, \"{}\", \"n\"",
            it.builtin_name()?,
            builtin_types(it)?
        );
        let key = (definition, &*it.def.target_guard);
        builtins.entry(key).or_default().push(it.def.rec);
    }
    for ((definition, features), records) in &builtins {
        out.sources(|| records.iter().copied());
        if features.is_empty() {
            writeln!(out, "BUILTIN({definition})");
        } else {
            writeln!(out, "TARGET_BUILTIN({definition}, \"{features}\")");
        }
    }
    Ok(())
}

/// Writes enumerators, a string table, and rows that refer to the strings. A builtin's row comes from its first
/// intrinsic.
fn push_tables(cx: &Context, list: &[&Intrinsic], out: &mut Output) -> Result<(), Fatal> {
    let mut strings = StringOffsetTable::new(cx);
    let attributes = strings.add("n");
    let mut builtins: BTreeMap<String, (String, &Intrinsic)> = BTreeMap::new();
    for &it in list {
        if let Entry::Vacant(new) = builtins.entry(it.builtin_name()?) {
            let types = builtin_types(it)?;
            for text in [new.key(), &types, &*it.def.target_guard] {
                strings.add_of(text, it.def.rec);
            }
            new.insert((types, it));
        }
    }
    out.push("#ifdef GET_NEON_BUILTIN_ENUMERATORS\n");
    for (name, (_, it)) in &builtins {
        out.source(it.def.rec);
        writeln!(out, "  BI__builtin_neon_{name},");
    }
    out.no_source();
    out.push("#endif // GET_NEON_BUILTIN_ENUMERATORS\n\n#ifdef GET_NEON_BUILTIN_STR_TABLE\n");
    strings.push_definition(out, "BuiltinStrings");
    out.push("#endif // GET_NEON_BUILTIN_STR_TABLE\n\n#ifdef GET_NEON_BUILTIN_INFOS\n");
    for (name, (types, it)) in &builtins {
        out.source(it.def.rec);
        let guard = &it.def.target_guard;
        let [name_at, types_at, guard_at] = [name, types, &**guard].map(|text| strings.add(text));
        writeln!(
            out,
            "    Builtin::Info{{Builtin::Info::StrOffsets{{{name_at} /* {name} */, {types_at} /* {types} */, \
             {attributes} /* n */, {guard_at} /* {guard} */}}, HeaderDesc::NO_HEADER, ALL_LANGUAGES}},"
        );
    }
    out.no_source();
    out.push("#endif // GET_NEON_BUILTIN_INFOS\n\n");
    Ok(())
}

/// Writes the checks that the records list for constant arguments. Used since LLVM 21.
fn push_checks(list: &[&Intrinsic], out: &mut Output) -> Result<(), Fatal> {
    let mut written = FxHashSet::default();
    for it in list.iter().filter(|it| it.immediate().is_some()) {
        let name = it.builtin_name()?;
        if !written.insert(name.clone()) {
            continue;
        }
        out.source(it.def.rec);
        writeln!(out, "case NEON::BI__builtin_neon_{name}:");
        for check in &it.checks {
            write!(
                out,
                " ImmChecks.emplace_back({}, {}, {}, {});\n break;\n",
                check.argument, check.kind, check.element_bits, check.vector_bits
            );
        }
    }
    Ok(())
}

/// The encoded signature of a builtin: the result, then the parameters.
fn builtin_types(it: &Intrinsic) -> Result<String, Fatal> {
    let class = it.builtin_class();
    let code = |ty: Type| ty.builtin_code().map_err(|error| it.def.rec.fatal(error));
    // Structures of vectors are returned through a pointer.
    let mut text = if it.returned().vectors > 1 {
        "vv*".to_owned()
    } else {
        code(returned_by_builtin(it.returned(), class))?
    };
    for (index, &param) in it.params().iter().enumerate() {
        let mut ty = param;
        if ty.kind == BaseKind::Poly {
            ty.make_integer(ty.element_bits, BaseKind::Unsigned);
        }
        if class == Class::Overloaded && !ty.is_scalar() {
            ty.make_integer(8, BaseKind::Signed);
        }
        if ty.is_half() && ty.is_vector() && !ty.scalar_in_names {
            ty.make_integer(8, BaseKind::Signed);
        }
        if class == Class::Integer && ty.is_integer() {
            ty.kind = BaseKind::Signed;
        }
        let has_several = changes::has_several_immediates(it.def.rec.records().release());
        if param.immediate && (has_several || it.immediate() == Some(index + 1)) {
            ty.make_integer(32, BaseKind::Signed);
            ty.immediate = true;
        }
        text += &code(ty)?;
    }
    if class == Class::Overloaded {
        text.push('i');
    }
    Ok(text)
}

fn returned_by_builtin(mut ty: Type, class: Class) -> Type {
    let no_sign = matches!(class, Class::Integer | Class::Width);
    if no_sign
        && ty.is_scalar()
        && !matches!(
            ty.kind,
            BaseKind::Float | BaseKind::BFloat | BaseKind::MFloat
        )
        || ty.kind == BaseKind::Poly
    {
        ty.make_integer(ty.element_bits, BaseKind::Unsigned);
    }
    if !ty.is_scalar() && ty.kind == BaseKind::Unsigned {
        ty.kind = BaseKind::Signed;
    }
    // An overloaded builtin returns a vector of bytes, which the caller casts.
    if class == Class::Overloaded && ty.is_vector() {
        ty.make_integer(8, BaseKind::Signed);
    }
    ty
}

/// The properties of an overloaded builtin, merged from its intrinsics.
struct Overload<'a> {
    /// The types that the builtin accepts: bit `n` is set for the type whose [`Type::number`] is `n`.
    types: u64,
    pointer: i32,
    constant: bool,
    records: Vec<Rec<'a>>,
}

/// Writes the types that each overloaded builtin accepts, and the index of its pointer argument.
fn push_overloads(list: &[&Intrinsic], out: &mut Output) -> Result<(), Fatal> {
    let mut overloads: BTreeMap<String, Overload> = BTreeMap::new();
    for it in list.iter().filter(|it| !it.has_scalar()) {
        let number = it.key_type().number();
        let number = number.map_err(|message| it.def.rec.fatal(message))?;
        let (pointer, constant) = pointer_argument(it);
        let overload = overloads.entry(it.builtin_name()?).or_insert(Overload {
            types: 0,
            pointer: 0,
            constant: false,
            records: Vec::new(),
        });
        overload.types |= 1 << number;
        // As in the reference: if one intrinsic has no pointer argument (-1), the result is -1.
        overload.pointer |= pointer;
        overload.constant = constant;
        overload.records.push(it.def.rec);
    }
    for (name, overload) in &overloads {
        out.sources(|| overload.records.iter().copied());
        write!(
            out,
            "case NEON::BI__builtin_neon_{name}: mask = 0x{:x}ULL",
            overload.types
        );
        if overload.pointer >= 0 {
            write!(out, "; PtrArgNum = {}", overload.pointer);
        }
        if overload.constant {
            out.push("; HasConstPtr = true");
        }
        out.push("; break;\n");
    }
    Ok(())
}

/// The index of the last pointer argument in the builtin's call, and whether the pointee is constant. The index is -1
/// if there is no such argument or its type is not checked.
fn pointer_argument(it: &Intrinsic) -> (i32, bool) {
    // These pointers may be less aligned than vectors, so Clang does not check their types.
    const UNALIGNED: [&str; 5] = [
        "vld1_lane",
        "vld1_dup",
        "vst1_lane",
        "vldap1_lane",
        "vstl1_lane",
    ];
    let Some(index) = it.params().iter().rposition(|ty| ty.pointer) else {
        return (-1, false);
    };
    if UNALIGNED.contains(&&*it.def.name) {
        return (-1, false);
    }
    let after_result = usize::from(it.returned().vectors > 1);
    let index = i32::try_from(index + after_result).unwrap_or(i32::MAX);
    (index, it.params()[index as usize - after_result].constant)
}

/// Marks all builtins as unavailable in streaming mode.
fn push_streaming(list: &[&Intrinsic], out: &mut Output) -> Result<(), Fatal> {
    let mut written = FxHashSet::default();
    for it in list {
        let name = it.builtin_name()?;
        if !written.contains(&name) {
            out.source(it.def.rec);
            writeln!(
                out,
                "case NEON::BI__builtin_neon_{name}: BuiltinType = ArmNonStreaming; break;"
            );
            written.insert(name);
        }
    }
    Ok(())
}

/// Writes the range of each builtin's first immediate. Used before LLVM 21.
fn push_ranges(list: &[&Intrinsic], out: &mut Output) -> Result<(), Fatal> {
    let mut written = FxHashSet::default();
    for it in list {
        let Some(immediate) = it.immediate() else {
            continue;
        };
        let name = it.builtin_name()?;
        if written.contains(&name) {
            continue;
        }
        let Some(immediate) = immediate.checked_sub(1) else {
            bail!(it.def.rec, "'{}' returns an immediate", it.def.name);
        };
        let range = range(it, immediate)?;
        out.source(it.def.rec);
        write!(
            out,
            "case NEON::BI__builtin_neon_{name}: i = {};",
            index_in_call(it, immediate)
        );
        if range.from_one {
            out.push(" l = 1;");
        } else if range.from_zero {
            out.push(" l = 0;");
        }
        writeln!(out, " u = {}; break;", range.to);
        written.insert(name);
    }
    Ok(())
}

/// The range of an immediate. The lower limit is written only if one of the flags is set.
struct Range {
    from_zero: bool,
    from_one: bool,
    to: String,
}

fn range(it: &Intrinsic, immediate: usize) -> Result<Range, Fatal> {
    let rec = it.def.rec;
    let name = &it.def.name;
    // The names of right shifts contain an `r`, the names of left shifts do not.
    let is_right = name.contains('r');
    let (from_zero, from_one, to) = if rec.bit("isVXAR")? {
        (true, false, "63".to_owned())
    } else if rec.bit("isVCVT_N")? {
        let to = match it.base.element_bits {
            _ if name.contains('h') => "15",
            16 => "15",
            32 => "31",
            _ => "63",
        };
        (false, true, to.to_owned())
    } else if rec.bit("isScalarShift")? {
        let last = it.returned().element_bits.wrapping_sub(1);
        (false, is_right || name.contains("cvt"), last.to_string())
    } else if rec.bit("isShift")? {
        (false, is_right, "RFT(TV, true)".to_owned())
    } else if it.builtin_class() == Class::Overloaded {
        // The number of lanes depends on the type that the builtin takes as a number.
        let long = rec.bit("isLaneQ")?;
        (false, false, format!("RFT(TV, false, {long})"))
    } else {
        // The immediate is the index of a lane of the preceding parameter, or of the result if the immediate is the
        // first parameter.
        let last = it.types[immediate].lanes().wrapping_sub(1);
        (false, false, last.to_string())
    };
    Ok(Range {
        from_zero,
        from_one,
        to,
    })
}

/// The index of a parameter in the builtin's call. Each vector of a structure is a separate argument, and the pointer
/// for a result that is a structure comes first.
fn index_in_call(it: &Intrinsic, param: usize) -> u32 {
    let before = it.params()[..param].iter();
    let before: u32 = before.map(|ty| ty.vectors.max(1)).sum();
    before + u32::from(it.returned().vectors > 1)
}
