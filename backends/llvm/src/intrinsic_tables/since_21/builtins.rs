//! The tables that map the builtin functions of a compiler to intrinsics: for each target a table of names without
//! their common prefix.

use std::collections::BTreeMap;

use backend::string_offset_table::StringOffsetTable;
use backend::{Context, Fatal, Output};
use target_model::intrinsics::{Intrinsic, Intrinsics};

use crate::intrinsic_tables::builtins::{Builtins, Compiler, by_target};

/// Writes the function that finds the intrinsic for a builtin.
pub(super) fn push(
    cx: &Context,
    intrinsics: &Intrinsics,
    out: &mut Output,
    compiler: &Compiler,
) -> Result<(), Fatal> {
    let by_target = by_target(intrinsics, compiler)?;
    let (name, upper) = (compiler.name, compiler.upper_name);
    write!(
        out,
        "\n// Get the LLVM intrinsic that corresponds to a builtin. This is used by the\n\
         // C front-end. The builtin name is passed in as BuiltinName, and a target\n\
         // prefix (e.g. 'ppc') is passed in as TargetPrefix.\n\
         #ifdef GET_LLVM_INTRINSIC_FOR_{upper}_BUILTIN\nIntrinsic::ID\n\
         Intrinsic::getIntrinsicFor{name}Builtin(StringRef TargetPrefix, \n\
         \x20                                     StringRef BuiltinName) {{\n\
         \x20 using namespace Intrinsic;\n"
    );
    if by_target.is_empty() {
        write!(
            out,
            "\n  return not_intrinsic;\n  }}\n#endif  // GET_LLVM_INTRINSIC_FOR_{upper}_BUILTIN\n"
        );
        return Ok(());
    }
    let starts: BTreeMap<&str, &str> = by_target
        .iter()
        .map(|(target, builtins)| (*target, common_start(builtins)))
        .collect();
    push_entries(cx, out, &by_target, &starts);
    push_look_up(out, &starts);
    writeln!(out, "#endif // GET_LLVM_INTRINSIC_FOR_{upper}_BUILTIN\n");
    Ok(())
}

/// The common prefix of all builtins' names.
fn common_start<'a>(builtins: &BTreeMap<&'a str, &Intrinsic>) -> &'a str {
    // In sorted order, the common prefix of the first and the last name is the common prefix of all names.
    let (Some((first, _)), Some((last, _))) =
        (builtins.first_key_value(), builtins.last_key_value())
    else {
        return "";
    };
    let same = first.chars().zip(last.chars()).take_while(|(a, b)| a == b);
    &first[..same.map(|(it, _)| it.len_utf8()).sum()]
}

fn push_entries(
    cx: &Context,
    out: &mut Output,
    by_target: &BTreeMap<&str, Builtins>,
    starts: &BTreeMap<&str, &str>,
) {
    let mut table = StringOffsetTable::new(cx);
    let rest = |target, builtin| {
        let start: &&str = &starts[target];
        str::strip_prefix(builtin, start).unwrap_or(builtin)
    };
    for (target, builtins) in by_target {
        for (builtin, intrinsic) in builtins {
            table.add_of(rest(*target, *builtin), intrinsic.def);
        }
    }
    table.push_definition(out, "BuiltinNames");
    out.push(ENTRY);
    for (target, builtins) in by_target {
        match *target {
            "" => out.push("  // Target independent builtins.\n"),
            target => writeln!(out, "  // Builtins for {target}."),
        }
        writeln!(out, "  static constexpr BuiltinEntry {target}Names[] = {{");
        for (builtin, intrinsic) in builtins {
            out.source(intrinsic.def);
            let (id, offset) = (intrinsic.enum_name, table.offset(rest(*target, *builtin)));
            writeln!(out, "    {{{id}, {offset}}}, // {builtin}");
        }
        out.no_source();
        write!(out, "  }}; // {target}Names\n\n");
    }
}

fn push_look_up(out: &mut Output, starts: &BTreeMap<&str, &str>) {
    out.push(TARGET_ENTRY);
    for (target, start) in starts.iter().filter(|it| !it.0.is_empty()) {
        writeln!(out, "    {{\"{target}\", {target}Names, \"{start}\"}},");
    }
    out.push("  };\n");
    if let Some(start) = starts.get("") {
        write!(
            out,
            "
  // Check if it's a target independent builtin.
  // Copy the builtin name so we can use it in consume_front without clobbering
  // if for the lookup in the target specific table.
  StringRef Suffix = BuiltinName;
  if (Suffix.consume_front(\"{start}\")) {{
    auto II = lower_bound(Names, Suffix);
    if (II != std::end(Names) && II->getName() == Suffix)
      return II->IntrinsicID;
  }}
"
        );
    }
    out.push(LOOK_UP);
}

const ENTRY: &str = "
  struct BuiltinEntry {
    ID IntrinsicID;
    unsigned StrTabOffset;
    const char *getName() const { return BuiltinNames[StrTabOffset].data(); }
    bool operator<(StringRef RHS) const {
      return strncmp(getName(), RHS.data(), RHS.size()) < 0;
    }
  };

";

const TARGET_ENTRY: &str = "
  struct TargetEntry {
    StringLiteral TargetPrefix;
    ArrayRef<BuiltinEntry> Names;
    StringLiteral CommonPrefix;
    bool operator<(StringRef RHS) const {
      return TargetPrefix < RHS;
    };
  };
  static constexpr TargetEntry TargetTable[] = {
";

const LOOK_UP: &str = "
  auto TI = lower_bound(TargetTable, TargetPrefix);
  if (TI == std::end(TargetTable) || TI->TargetPrefix != TargetPrefix)
    return not_intrinsic;
  // This is the last use of BuiltinName, so no need to copy before using it in
  // consume_front.
  if (!BuiltinName.consume_front(TI->CommonPrefix))
    return not_intrinsic;
  auto II = lower_bound(TI->Names, BuiltinName);
  if (II == std::end(TI->Names) || II->getName() != BuiltinName)
    return not_intrinsic;
  return II->IntrinsicID;
}
";
