//! The tables that map the builtin functions of a compiler to intrinsics.

use std::collections::{BTreeMap, HashMap};

use elaborate::records::{byte_len, encode};

use backend::text::push_escaped_byte;
use backend::{Fatal, Output};
use target_model::intrinsics::{Intrinsic, Intrinsics};

/// A compiler with builtin functions.
pub(super) struct Compiler {
    pub(super) name: &'static str,
    pub(super) upper_name: &'static str,
    builtin: for<'a> fn(&'a Intrinsic) -> &'a str,
}

pub(super) const CLANG: Compiler = Compiler {
    name: "Clang",
    upper_name: "CLANG",
    builtin: |it| &it.clang_builtin,
};

pub(super) const MS: Compiler = Compiler {
    name: "MS",
    upper_name: "MS",
    builtin: |it| &it.ms_builtin,
};

/// Intrinsics by the names of the builtins that they implement.
pub(super) type Builtins<'a> = BTreeMap<&'a str, &'a Intrinsic<'a>>;

/// For each target: the intrinsics for which the compiler has builtins. An error if two intrinsics of a target have the
/// same builtin.
pub(super) fn by_target<'a>(
    intrinsics: &'a Intrinsics,
    compiler: &Compiler,
) -> Result<BTreeMap<&'a str, Builtins<'a>>, Fatal> {
    let mut by_target: BTreeMap<&str, Builtins> = BTreeMap::new();
    for intrinsic in &intrinsics.all {
        let builtin = (compiler.builtin)(intrinsic);
        if builtin.is_empty() {
            continue;
        }
        let builtins = by_target.entry(&intrinsic.target).or_default();
        if builtins.insert(builtin, intrinsic).is_some() {
            let (name, compiler) = (intrinsic.def.name(), compiler.name);
            let message = format!("Intrinsic '{name}': duplicate {compiler} builtin name!");
            return Err(intrinsic.def.fatal(message));
        }
    }
    Ok(by_target)
}

/// Writes the function that finds the intrinsic for a builtin.
pub(super) fn push(
    intrinsics: &Intrinsics,
    out: &mut Output,
    compiler: &Compiler,
) -> Result<(), Fatal> {
    let by_target = by_target(intrinsics, compiler)?;
    let mut names = BuiltinNames::default();
    for intrinsic in &intrinsics.all {
        let builtin = (compiler.builtin)(intrinsic);
        if !builtin.is_empty() {
            names.add(builtin, intrinsic);
        }
    }
    let (name, upper) = (compiler.name, compiler.upper_name);
    out.push("// Get the LLVM intrinsic that corresponds to a builtin.\n");
    out.push("// This is used by the C front-end.  The builtin name is passed\n");
    out.push("// in as BuiltinName, and a target prefix (e.g. 'ppc') is passed\n");
    out.push("// in as TargetPrefix.  The result is assigned to 'IntrinsicID'.\n");
    write!(
        out,
        "#ifdef GET_LLVM_INTRINSIC_FOR_{upper}_BUILTIN\n\
         Intrinsic::ID Intrinsic::getIntrinsicFor{name}Builtin(const char *TargetPrefixStr, StringRef BuiltinNameStr) {{\n"
    );
    if by_target.is_empty() {
        out.push("  return Intrinsic::not_intrinsic;\n}\n#endif\n\n");
        return Ok(());
    }
    out.push("  static const char BuiltinNames[] = {\n");
    names.push(out);
    out.push("  };\n\n");
    out.push(ENTRY);
    for (target, builtins) in &by_target {
        match *target {
            "" => out.push("  /* Target Independent Builtins */ {\n"),
            target => writeln!(out, "  if (TargetPrefix == \"{target}\") {{"),
        }
        writeln!(out, "    static const BuiltinEntry {target}Names[] = {{");
        for (builtin, intrinsic) in builtins {
            out.source(intrinsic.def);
            let (id, offset) = (intrinsic.enum_name, names.offset(builtin));
            writeln!(out, "      {{Intrinsic::{id}, {offset}}}, // {builtin}");
        }
        out.no_source();
        write!(
            out,
            "    }};\n    auto I = std::lower_bound(std::begin({target}Names),\n\
             \x20                             std::end({target}Names),\n\
             \x20                             BuiltinNameStr);\n\
             \x20   if (I != std::end({target}Names) &&\n\
             \x20       I->getName() == BuiltinNameStr)\n      return I->IntrinID;\n  }}\n"
        );
    }
    out.push("  return Intrinsic::not_intrinsic;\n}\n#endif\n\n");
    Ok(())
}

const ENTRY: &str = "  struct BuiltinEntry {
    Intrinsic::ID IntrinID;
    unsigned StrTabOffset;
    const char *getName() const {
      return &BuiltinNames[StrTabOffset];
    }
    bool operator<(StringRef RHS) const {
      return strncmp(getName(), RHS.data(), RHS.size()) < 0;
    }
  };
  StringRef TargetPrefix(TargetPrefixStr);

";

/// The distinct names of builtins, one after another. Each name ends with a zero byte.
#[derive(Default)]
struct BuiltinNames<'a> {
    offsets: HashMap<&'a str, usize>,
    all: Vec<(&'a str, &'a Intrinsic<'a>)>,
    len: usize,
}

impl<'a> BuiltinNames<'a> {
    fn add(&mut self, name: &'a str, intrinsic: &'a Intrinsic<'a>) {
        if self.offsets.contains_key(name) {
            return;
        }
        self.offsets.insert(name, self.len);
        self.all.push((name, intrinsic));
        self.len += byte_len(name) + 1;
    }

    fn offset(&self, name: &str) -> usize {
        self.offsets.get(name).copied().unwrap_or_default()
    }

    /// Writes the bytes of all names, fifteen in a line.
    fn push(&self, out: &mut Output) {
        let mut count = 0;
        out.push(" ");
        for (name, intrinsic) in &self.all {
            out.source(intrinsic.def);
            for &byte in encode(name).iter().chain([&0]) {
                out.push(" '");
                push_escaped_byte(&mut out.text, byte);
                out.push("',");
                count += 1;
                if count == 15 {
                    out.push("\n ");
                    count = 0;
                }
            }
        }
        out.push("\n");
        out.no_source();
    }
}
