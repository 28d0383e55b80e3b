//! The enumeration of operand classes, and the functions that determine, compare and name classes.

use std::collections::BTreeSet;

use backend::string_matcher::{Case, StringMatcher};
use backend::{Fatal, Output};
use target_model::matcher::{MatchClass, MatchClassKind};
use target_model::registers::Registers;

use super::{Emitter, changes, class_tables};

/// Writes the enumerators of the diagnostics for operands that have the wrong class.
pub(super) fn push_diagnostic_types(emitter: &Emitter, out: &mut Output) {
    let classes = emitter
        .classes()
        .filter(|(_, it)| !it.diagnostic.is_empty());
    let classes: Vec<_> = classes.collect();
    let names: BTreeSet<&str> = classes
        .iter()
        .map(|(_, it)| it.diagnostic.as_str())
        .collect();
    for name in &names {
        let same = || classes.iter().filter(|(_, it)| it.diagnostic == *name);
        out.sources(|| {
            let sources = same().flat_map(|(_, it)| &it.sources);
            sources
                .map(|it| emitter.records.rec(*it))
                .collect::<Vec<_>>()
        });
        writeln!(out, "  Match_{name},");
    }
    out.no_source();
    if !names.is_empty() {
        out.push("  END_OPERAND_DIAGNOSTIC_TYPES\n");
    }
}

pub(super) fn push(emitter: &Emitter, out: &mut Output) -> Result<(), Fatal> {
    push_enum(emitter, out);
    push_diagnostic_texts(emitter, out);
    push_register_diagnostics(emitter, out);
    push_token_function(emitter, out)?;
    push_is_subclass(emitter, out);
    push_validate(emitter, out)?;
    push_names(emitter, out);
    Ok(())
}

fn push_enum(emitter: &Emitter, out: &mut Output) {
    out.push(
        "namespace {\n\n\
         /// MatchClassKind - The kinds of classes which participate in\n\
         /// instruction matching.\n\
         enum MatchClassKind {\n  InvalidMatchClass = 0,\n  OptionalMatchClass = 1,\n",
    );
    let (mut last_kind, mut last_name) = (MatchClassKind::Token, "OptionalMatchClass");
    for (id, class) in emitter.classes() {
        match (last_kind, class.kind) {
            (
                MatchClassKind::Token,
                MatchClassKind::Register(_)
                | MatchClassKind::RegisterByMode(_)
                | MatchClassKind::User(_),
            ) => {
                writeln!(out, "  MCK_LAST_TOKEN = {last_name},");
            }
            (
                MatchClassKind::Register(_),
                MatchClassKind::RegisterByMode(_) | MatchClassKind::User(_),
            ) => {
                writeln!(out, "  MCK_LAST_REGISTER = {last_name},");
            }
            (MatchClassKind::RegisterByMode(_), MatchClassKind::User(_)) => {
                writeln!(out, "  MCK_LAST_REGCLASS_BY_HWMODE = {last_name},");
            }
            _ => {}
        }
        (last_kind, last_name) = (class.kind, emitter.class_name(id));
        emitter.of_class(out, id);
        write!(out, "  {last_name}, // ");
        let value = &class.value;
        match class.kind {
            MatchClassKind::Token => writeln!(out, "'{value}'"),
            MatchClassKind::Register(_) if value.is_empty() => out.push("derived register class\n"),
            MatchClassKind::Register(_) => writeln!(out, "register class '{value}'"),
            MatchClassKind::RegisterByMode(_) => out.push("register class by hwmode\n"),
            MatchClassKind::User(_) => writeln!(out, "user defined class '{value}'"),
        }
        out.no_source();
    }
    out.push("  NumMatchClassKinds\n};\n\n} // end anonymous namespace\n\n");
}

fn push_diagnostic_texts(emitter: &Emitter, out: &mut Output) {
    let with_text = || {
        emitter
            .classes()
            .filter(|(_, it)| !it.diagnostic_text.is_empty())
    };
    if with_text().next().is_none() {
        return;
    }
    let target = emitter.target();
    write!(
        out,
        "static const char *getMatchKindDiag({target}AsmParser::{target}MatchResultTy MatchResult) {{\n\
         \x20 switch (MatchResult) {{\n"
    );
    for (id, class) in with_text() {
        emitter.of_class(out, id);
        write!(
            out,
            "  case {target}AsmParser::Match_{}:\n    return \"{}\";\n",
            class.diagnostic, class.diagnostic_text
        );
    }
    out.no_source();
    out.push("  default:\n    return nullptr;\n  }\n}\n\n");
}

fn push_register_diagnostics(emitter: &Emitter, out: &mut Output) {
    let has_name = |class: &target_model::matcher::MatchClass| {
        class.is_register() && !class.diagnostic.is_empty()
    };
    let named = || emitter.classes().filter(|(_, it)| has_name(it));
    out.push("static unsigned getDiagKindFromRegisterClass(MatchClassKind RegisterClass) {\n");
    if named().next().is_none() {
        out.push("  return MCTargetAsmParser::Match_InvalidOperand;\n}\n\n");
        return;
    }
    out.push("  switch (RegisterClass) {\n");
    for (id, class) in named() {
        emitter.of_class(out, id);
        let (name, target) = (emitter.class_name(id), emitter.target());
        write!(
            out,
            "  case {name}:\n    return {target}AsmParser::Match_{};\n",
            class.diagnostic
        );
    }
    out.no_source();
    out.push("  default:\n    return MCTargetAsmParser::Match_InvalidOperand;\n  }\n}\n\n");
}

fn push_token_function(emitter: &Emitter, out: &mut Output) -> Result<(), Fatal> {
    let tokens = emitter
        .classes()
        .filter(|(_, it)| it.kind == MatchClassKind::Token);
    let keeps_map = out.keeps_map();
    let cases = tokens.map(|(id, class)| {
        let code = format!("return {};", emitter.class_name(id));
        let sources = class.sources.iter().filter(|_| keeps_map);
        let sources = sources.map(|it| emitter.records.rec(*it)).collect();
        Case::of(sources, &class.value, code)
    });
    out.push("static MatchClassKind matchTokenString(StringRef Name) {\n");
    StringMatcher::new("Name").push(out, &cases.collect::<Vec<_>>())?;
    out.push("  return InvalidMatchClass;\n}\n\n");
    Ok(())
}

fn push_is_subclass(emitter: &Emitter, out: &mut Output) {
    out.push(
        "/// isSubclass - Compute whether \\p A is a subclass of \\p B.\n\
         static bool isSubclass(MatchClassKind A, MatchClassKind B) {\n\
         \x20 if (A == B)\n    return true;\n\n",
    );
    if changes::classes_are_tables(emitter.cx.release()) {
        class_tables::push_subclasses(emitter, out);
        return;
    }
    let mut is_empty = true;
    for (id, class) in emitter.classes() {
        let above = emitter.matcher.classes.above(id);
        let optional = class.is_optional.then_some("OptionalMatchClass");
        let mut supers = optional
            .into_iter()
            .chain(above.iter().map(|it| emitter.class_name(*it)));
        let count = above.len() + usize::from(class.is_optional);
        if count == 0 {
            continue;
        }
        if is_empty {
            out.push("  switch (A) {\n  default:\n    return false;\n");
            is_empty = false;
        }
        emitter.of_class(out, id);
        writeln!(out, "\n  case {}:", emitter.class_name(id));
        if count == 1 {
            if let ([above], true) = (&*above, out.keeps_map()) {
                emitter.of_class(out, id);
                emitter.of_class(out, *above);
            }
            writeln!(
                out,
                "    return B == {};",
                supers.next().unwrap_or_default()
            );
            continue;
        }
        out.push("    switch (B) {\n    default: return false;\n");
        if class.is_optional {
            out.push("    case OptionalMatchClass: return true;\n");
        }
        for class in above {
            if out.keeps_map() {
                emitter.of_class(out, id);
                emitter.of_class(out, class);
            }
            out.push("    case ");
            out.push(emitter.class_name(class));
            out.push(": return true;\n");
        }
        out.no_source();
        out.push("    }\n");
    }
    out.no_source();
    out.push(if is_empty {
        "  return false;\n"
    } else {
        "  }\n"
    });
    out.push("}\n\n");
}

fn push_validate(emitter: &Emitter, out: &mut Output) -> Result<(), Fatal> {
    let target = emitter.target();
    let (parameter, _) = changes::subtarget_of_operands(emitter.cx.release());
    write!(
        out,
        "static unsigned validateOperandClass(MCParsedAsmOperand &GOp, MatchClassKind Kind{parameter}) {{\n\
         \x20 {target}Operand &Operand = ({target}Operand &)GOp;\n\
         \x20 if (Kind == InvalidMatchClass)\n    return MCTargetAsmParser::Match_InvalidOperand;\n\n\
         \x20 if (Operand.isToken() && Kind <= MCK_LAST_TOKEN)\n\
         \x20   return isSubclass(matchTokenString(Operand.getToken()), Kind) ?\n\
         \x20            MCTargetAsmParser::Match_Success :\n\
         \x20            MCTargetAsmParser::Match_InvalidOperand;\n\n\
         \x20 switch (Kind) {{\n  default: break;\n"
    );
    for (id, class) in emitter.classes() {
        if !matches!(class.kind, MatchClassKind::User(_)) {
            continue;
        }
        emitter.of_class(out, id);
        if changes::names_user_classes(emitter.cx.release()) {
            writeln!(out, "  // '{}' class", class.name);
        }
        write!(
            out,
            "  case {}: {{\n    DiagnosticPredicate DP(Operand.{}());\n\
             \x20   if (DP.isMatch())\n      return MCTargetAsmParser::Match_Success;\n",
            emitter.class_name(id),
            class.predicate_method
        );
        if !class.diagnostic.is_empty() {
            write!(
                out,
                "    if (DP.isNearMatch())\n      return {target}AsmParser::Match_{};\n",
                class.diagnostic
            );
        }
        out.push("    break;\n");
        out.push(changes::end_of_user_class(emitter.cx.release()));
        out.no_source();
    }
    out.push("  } // end switch (Kind)\n\n");
    push_classes_by_mode(emitter, out)?;
    out.push("  if (Operand.isReg()) {\n");
    if changes::classes_are_tables(emitter.cx.release()) {
        class_tables::push_registers(emitter, out)?
    } else {
        push_register_classes(emitter, out)?
    }
    out.push(
        "    return isSubclass(OpKind, Kind) ? \
         (unsigned)MCTargetAsmParser::Match_Success :\n\
         \x20                                     getDiagKindFromRegisterClass(Kind);\n  }\n\n\
         \x20 if (Kind > MCK_LAST_TOKEN && Kind <= MCK_LAST_REGISTER)\n\
         \x20   return getDiagKindFromRegisterClass(Kind);\n\n\
         \x20 return MCTargetAsmParser::Match_InvalidOperand;\n}\n\n",
    );
    Ok(())
}

/// Writes the code that maps each `RegClassByHwMode` to its operand class in the current hardware mode. The table has a
/// row for each mode. Writes nothing if there is no `RegClassByHwMode`.
fn push_classes_by_mode(emitter: &Emitter, out: &mut Output) -> Result<(), Fatal> {
    let by_mode = |(_, it): &(_, &MatchClass)| matches!(it.kind, MatchClassKind::RegisterByMode(_));
    let classes: Vec<_> = emitter.classes().filter(by_mode).collect();
    if classes.is_empty() {
        return Ok(());
    }
    let modes = &emitter.matcher.instructions.target.modes;
    let count = classes.len();
    write!(
        out,
        "  if (Operand.isReg() && Kind > MCK_LAST_REGISTER && Kind <= MCK_LAST_REGCLASS_BY_HWMODE) {{\n\
         \x20   static constexpr MatchClassKind RegClassByHwModeMatchTable[{}][{count}] = {{\n",
        modes.count()
    );
    for mode in modes.ids() {
        writeln!(out, "      {{ // {}", modes.name_or(mode, "DefaultMode"));
        for (id, class) in &classes {
            let Some(rec) = class.sources.first().map(|it| emitter.records.rec(*it)) else {
                continue;
            };
            let mut choices = modes.choices(rec)?.iter();
            let chosen = choices.find(|(of, _)| *of == mode);
            let chosen = chosen.and_then(|it| emitter.matcher.classes.of_record(it.1));
            emitter.of_class(out, *id);
            match chosen {
                Some(chosen) => writeln!(
                    out,
                    "        {}, // {}",
                    emitter.class_name(chosen),
                    rec.name()
                ),
                None => writeln!(
                    out,
                    "        InvalidMatchClass, // Missing mode entry for {}",
                    rec.name()
                ),
            }
            out.no_source();
        }
        out.push("      },\n");
    }
    write!(
        out,
        "    }};\n\n\
         \x20   static_assert(MCK_LAST_REGCLASS_BY_HWMODE - MCK_LAST_REGISTER == {count});\n\
         \x20   const unsigned HwMode = STI.getHwMode(MCSubtargetInfo::HwMode_RegInfo);\n\
         Kind = RegClassByHwModeMatchTable[HwMode][Kind - (MCK_LAST_REGISTER + 1)];\n  }}\n\n"
    );
    Ok(())
}

/// Writes the cases with the operand class of each register, in the order in which the records of the registers were
/// created.
fn push_register_classes(emitter: &Emitter, out: &mut Output) -> Result<(), Fatal> {
    out.push(
        "    MatchClassKind OpKind;\n    switch (Operand.getReg().id()) {\n\
         \x20   default: OpKind = InvalidMatchClass; break;\n",
    );
    let registers = &emitter.matcher.registers;
    let classes = &emitter.matcher.classes;
    let ids = registers.registers.ids();
    let mut classified: Vec<_> = ids
        .filter_map(|it| Some((it, classes.of_register(it)?)))
        .collect();
    classified.sort_by_cached_key(|(it, _)| registers.creation_order(emitter.records, *it));
    for (id, class) in classified {
        let register = &registers.registers[id];
        let namespace = emitter.records.rec(register.rec).string("Namespace")?;
        out.source(Registers::location_of(emitter.records, register));
        if out.keeps_map() {
            emitter.of_class(out, class);
        }
        let (name, class) = (&register.name, emitter.class_name(class));
        writeln!(
            out,
            "    case {namespace}::{name}: OpKind = {class}; break;"
        );
    }
    out.no_source();
    out.push("    }\n");
    Ok(())
}

fn push_names(emitter: &Emitter, out: &mut Output) {
    out.push(
        "#ifndef NDEBUG\nconst char *getMatchClassName(MatchClassKind Kind) {\n  switch (Kind) {\n\
         \x20 case InvalidMatchClass: return \"InvalidMatchClass\";\n\
         \x20 case OptionalMatchClass: return \"OptionalMatchClass\";\n",
    );
    for (id, _) in emitter.classes() {
        emitter.of_class(out, id);
        let name = emitter.class_name(id);
        writeln!(out, "  case {name}: return \"{name}\";");
    }
    out.no_source();
    out.push(
        "  case NumMatchClassKinds: return \"NumMatchClassKinds\";\n  }\n\
         \x20 llvm_unreachable(\"unhandled MatchClassKind!\");\n}\n\n#endif // NDEBUG\n",
    );
}
