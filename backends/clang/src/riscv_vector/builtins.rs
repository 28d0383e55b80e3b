//! `-gen-riscv-vector-builtins` and `-gen-riscv-vector-builtin-codegen`: the builtins, and how Clang lowers them to
//! LLVM intrinsics.

use backend::string_offset_table::StringOffsetTable;
use backend::{Backend, Context, Fatal, Output, bail};
use rustc_hash::FxHashMap;

use super::intrinsic::{Intrinsic, Intrinsics, Scheme, UNKNOWN};

pub(crate) const RISCV_VECTOR_BUILTINS: Backend = Backend::clang(
    "gen-riscv-vector-builtins",
    "List the builtins of RISC-V vectors",
    &["RVVBuiltin"],
    builtins,
);

pub(crate) const RISCV_SIFIVE_VECTOR_BUILTINS: Backend = Backend::clang(
    "gen-riscv-sifive-vector-builtins",
    "List the builtins of SiFive vectors",
    &["RVVBuiltin"],
    builtins,
);

pub(crate) const RISCV_ANDES_VECTOR_BUILTINS: Backend = Backend::clang(
    "gen-riscv-andes-vector-builtins",
    "List the builtins of Andes vectors",
    &["RVVBuiltin"],
    builtins,
);

/// Writes the definition of each builtin.
fn builtins(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let intrinsics = Intrinsics::new(cx.records)?;
    let unique = unique(cx, &intrinsics)?;
    if changes::has_string_table(cx.release()) {
        push_tables(cx, out, &intrinsics, &unique);
        return Ok(());
    }
    out.push("#if defined(TARGET_BUILTIN) && !defined(RISCVV_BUILTIN)\n");
    out.push(
        "#define RISCVV_BUILTIN(ID, TYPE, ATTRS) TARGET_BUILTIN(ID, TYPE, ATTRS, \"zve32x\")\n",
    );
    out.push("#endif\n");
    for it in unique {
        out.source(it.def.rec);
        write!(out, "RISCVV_BUILTIN(__builtin_rvv_{},\"", it.builtin_name);
        if !it.def.has_alias {
            out.push(&it.builtin_types(&intrinsics.types));
        }
        out.push("\", \"n\")\n");
    }
    out.no_source();
    out.push("#undef RISCVV_BUILTIN\n");
    Ok(())
}

/// The first intrinsic of each builtin. An error if another intrinsic of the builtin has a different definition.
fn unique<'i, 'a>(
    cx: &Context,
    intrinsics: &'i Intrinsics<'a>,
) -> Result<Vec<&'i Intrinsic<'a>>, Fatal> {
    let types = |it: &Intrinsic| it.builtin_types(&intrinsics.types);
    let mut known: FxHashMap<&str, &Intrinsic> = FxHashMap::default();
    let mut unique = Vec::new();
    for it in &intrinsics.list {
        if let Some(first) = known.get(&*it.builtin_name) {
            if first.def.has_alias != it.def.has_alias {
                bail!(
                    cx.records,
                    "Builtin with same name has different hasAutoDef"
                );
            }
            if !it.def.has_alias && types(first) != types(it) {
                bail!(
                    cx.records,
                    "Builtin with same name has different type string"
                );
            }
            continue;
        }
        known.insert(&it.builtin_name, it);
        unique.push(it);
    }
    Ok(unique)
}

/// Writes enumerators, a string table, and rows that refer to the strings.
fn push_tables(cx: &Context, out: &mut Output, intrinsics: &Intrinsics, unique: &[&Intrinsic]) {
    let types = |it: &Intrinsic| {
        if it.def.has_alias {
            String::new()
        } else {
            it.builtin_types(&intrinsics.types)
        }
    };
    let mut strings = StringOffsetTable::new(cx);
    let attributes = strings.add("n");
    let feature = strings.add("zve32x");
    for it in unique {
        strings.add_of(&it.builtin_name, it.def.rec);
        strings.add_of(&types(it), it.def.rec);
    }
    out.push("// RISCV Vector builtin enumerators\n#ifdef GET_RISCVV_BUILTIN_ENUMERATORS\n");
    for it in unique {
        out.of(it.def.rec, |out| {
            writeln!(out, "  BI__builtin_rvv_{},", it.builtin_name);
        });
    }
    out.push(
        "#endif // GET_RISCVV_BUILTIN_ENUMERATORS

// RISCV Vector builtin enumerators
#ifdef GET_RISCVV_BUILTIN_STR_TABLE
",
    );
    strings.push_definition(out, "BuiltinStrings");
    out.push(
        "#endif // GET_RISCVV_BUILTIN_STR_TABLE

// RISCV Vector builtin infos
#ifdef GET_RISCVV_BUILTIN_INFOS
",
    );
    for it in unique {
        let (name, types) = (&it.builtin_name, types(it));
        let (name_at, types_at) = (strings.add(name), strings.add(&types));
        let types = if it.def.has_alias {
            "0".to_owned()
        } else {
            format!("{types_at} /* {types} */")
        };
        out.of(it.def.rec, |out| {
            writeln!(
                out,
                "    Builtin::Info{{Builtin::Info::StrOffsets{{{name_at} /* {name} */, {types}, \
                 {attributes} /* n */, {feature} /* zve32x */}}, HeaderDesc::NO_HEADER, ALL_LANGUAGES}},"
            );
        });
    }
    out.push("#endif // GET_RISCVV_BUILTIN_INFOS\n\n");
}

mod changes {
    use elaborate::records::Release;

    /// Whether the code that determines the element width of a segment access is written only if the width is unknown.
    /// True since LLVM 22. In LLVM 21, it precedes all handwritten code, and checks at run time whether the width is
    /// unknown.
    pub(super) fn asks_where_unknown(release: Release) -> bool {
        release >= Release::V22
    }

    /// Whether the output consists of tables with offsets into a string table. True since LLVM 21. Such tables need no
    /// relocations. Before, each builtin is a macro call.
    pub(super) fn has_string_table(release: Release) -> bool {
        release >= Release::V21
    }

    /// Whether the code for a segment access sets the element width. True since LLVM 21. Before, it sets the number of
    /// fields, which is part of the type since LLVM 21.
    pub(super) fn tells_segment_width(release: Release) -> bool {
        release >= Release::V21
    }
}

pub(crate) const RISCV_VECTOR_BUILTIN_CODEGEN: Backend = Backend::clang(
    "gen-riscv-vector-builtin-codegen",
    "Write how builtins of RISC-V vectors become intrinsics",
    &["RVVBuiltin"],
    code_generation,
);

pub(crate) const RISCV_ANDES_VECTOR_BUILTIN_CODEGEN: Backend = Backend::clang(
    "gen-riscv-andes-vector-builtin-codegen",
    "Write how builtins of Andes vectors become intrinsics",
    &["RVVBuiltin"],
    code_generation,
);

pub(crate) const RISCV_SIFIVE_VECTOR_BUILTIN_CODEGEN: Backend = Backend::clang(
    "gen-riscv-sifive-vector-builtin-codegen",
    "Write how builtins of SiFive vectors become intrinsics",
    &["RVVBuiltin"],
    code_generation,
);

/// Writes the cases of a `switch` over builtins. Adjacent builtins with the same code share a case.
fn code_generation(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let intrinsics = Intrinsics::new(cx.records)?;
    let mut list: Vec<_> = intrinsics.list.iter().collect();
    list.sort_by_key(|it| (it.ir_name(), it.policy.order()));
    let Some(mut previous) = list.first().copied() else {
        bail!(cx.records, "there are no intrinsics");
    };
    let mut known: FxHashMap<&str, &Intrinsic> = FxHashMap::default();
    for it in list {
        if it.ir_name() != previous.ir_name()
            || it.def.manual_code != previous.def.manual_code
            || it.policy != previous.policy
            || it.def.widening != previous.def.widening
            || changes::tells_segment_width(cx.release())
                && it.segment_width() != previous.segment_width()
        {
            push_body(cx, previous, out);
        }
        previous = it;
        out.source(it.def.rec);
        match known.get(&*it.builtin_name) {
            Some(first) => check_same(cx, first, it)?,
            None => {
                writeln!(
                    out,
                    "case RISCVVector::BI__builtin_rvv_{}:",
                    it.builtin_name
                );
                known.insert(&it.builtin_name, it);
            }
        }
    }
    push_body(cx, previous, out);
    out.no_source();
    out.push("\n");
    Ok(())
}

/// Checks that two intrinsics of the same builtin have the same properties.
fn check_same(cx: &Context, first: &Intrinsic, it: &Intrinsic) -> Result<(), Fatal> {
    let differences = [
        (first.ir_name() != it.ir_name(), "IRName"),
        (first.def.manual_code != it.def.manual_code, "ManualCodegen"),
        (first.masked != it.masked, "isMasked"),
        (first.def.has_length != it.def.has_length, "hasVL"),
        (first.scheme() != it.scheme(), "getPolicyScheme"),
        (first.type_operands != it.type_operands, "IntrinsicTypes"),
    ];
    match differences.iter().find(|(differs, _)| *differs) {
        Some((_, what)) => bail!(cx.records, "Builtin with same name has different {what}"),
        None => Ok(()),
    }
}

/// Writes the code that the preceding case labels share.
fn push_body(cx: &Context, it: &Intrinsic, out: &mut Output) {
    out.source(it.def.rec);
    let name = it.ir_name();
    if !name.is_empty() {
        writeln!(out, "  ID = Intrinsic::riscv_{name};");
    }
    let tells_width = changes::tells_segment_width(cx.release());
    if !tells_width && it.def.fields >= 2 {
        writeln!(out, "  NF = {};", it.def.fields);
    }
    if it.def.widening != 0 {
        writeln!(out, "  TWiden = {};", it.def.widening);
    }
    writeln!(out, "  PolicyAttrs = {};", it.policy.bits());
    if tells_width {
        push_segment_width(cx, it, out);
    }
    if !it.def.manual_code.is_empty() {
        let code = &it.def.manual_code;
        writeln!(out, "IsMasked = {};", it.masked);
        if tells_width && !changes::asks_where_unknown(cx.release()) {
            write!(
                out,
                "if (SegInstSEW == (unsigned)-1) {{
  auto PointeeType = E->getArg({}      )->getType()->getPointeeType();
  SegInstSEW =       llvm::Log2_64(getContext().getTypeSize(PointeeType));
}}
",
                it.pointer_of_indexed_segment()
            );
        }
        writeln!(out, "{code}break;");
        return;
    }
    push_operands(it, out);
    if it.def.widening != 0 {
        out.push("  Ops.push_back(ConstantInt::get(Ops.back()->getType(), TWiden));\n");
    }
    out.push("  IntrinsicTypes = {");
    for (index, operand) in it.type_operands.iter().enumerate() {
        let separator = if index == 0 { "" } else { ", " };
        match operand {
            -1 => write!(out, "{separator}ResultType"),
            _ => write!(out, "{separator}Ops[{operand}]->getType()"),
        }
    }
    // The vector length may have 32 or 64 bits, so its type is another type argument of the LLVM intrinsic.
    if it.def.has_length {
        out.push(", Ops.back()->getType()");
    }
    out.push("};\n  break;\n");
}

/// Writes the element width of a segment access as a logarithm, or code that determines it.
fn push_segment_width(cx: &Context, it: &Intrinsic, out: &mut Output) {
    let width = it.segment_width();
    if !changes::asks_where_unknown(cx.release()) || width != UNKNOWN {
        return writeln!(out, "  SegInstSEW = {width};");
    }
    write!(
        out,
        "  {{
    auto PointeeType = E->getArg({})->getType()->getPointeeType();
    SegInstSEW = llvm::Log2_64(getContext().getTypeSize(PointeeType));
  }}
",
        it.pointer_of_indexed_segment()
    );
}

/// Writes the code that reorders the operands for LLVM's intrinsic.
fn push_operands(it: &Intrinsic, out: &mut Output) {
    const POISON: &str = "  Ops.insert(Ops.begin(), llvm::PoisonValue::get(ResultType));\n";
    const POLICY: &str = "  Ops.push_back(ConstantInt::get(Ops.back()->getType(), PolicyAttrs));\n";
    let scheme = it.scheme();
    if !it.masked {
        if scheme == Scheme::POLICY {
            out.push(POLICY);
        } else if scheme == Scheme::PASSTHRU && !it.policy.keeps_tail {
            out.push(POISON);
        }
    } else if it.def.has_length {
        out.push("  std::rotate(Ops.begin(), Ops.begin() + 1, Ops.end() - 1);\n");
        if scheme == Scheme::POLICY {
            out.push(POLICY);
        }
        let has_kept = it.has_masked_off() || scheme == Scheme::PASSTHRU;
        if has_kept && it.policy.keeps_nothing() {
            out.push(POISON);
        }
    } else {
        out.push("  std::rotate(Ops.begin(), Ops.begin() + 1, Ops.end());\n");
    }
}
