//! The options of the `tblgen` driver as data.
//!
//! The names are the union over `llvm-tblgen` and `clang-tblgen` of LLVM 19 and 22, because one
//! driver stands in for all of them, with the backends of two older or forked tools.
use syntax::Release;

/// What an option takes after its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Takes {
    /// Nothing; `-x=1` is an error.
    Nothing,
    /// An optional truth value: `-x`, `-x=true`, `-x=0`.
    Bool,
    /// Any text: `-x=text` or `-x text`.
    Text,
    /// An unsigned 32-bit number, in any C notation.
    Uint,
    /// The same with 64 bits.
    Ulong,
    /// One of these words.
    OneOf(&'static [&'static str]),
}

/// One option of the driver.
#[derive(Debug)]
pub(crate) struct Spec {
    /// The name without dashes.
    pub name: &'static str,
    /// What follows it.
    pub takes: Takes,
    /// Whether the value may follow the name directly, as in `-Idir`.
    pub prefix: bool,
    /// One line for `--help`; empty for options that are accepted and change nothing here.
    pub help: &'static str,
}

const fn spec(name: &'static str, takes: Takes, help: &'static str) -> Spec {
    Spec {
        name,
        takes,
        prefix: false,
        help,
    }
}

const fn prefix(name: &'static str, help: &'static str) -> Spec {
    Spec {
        name,
        takes: Takes::Text,
        prefix: true,
        help,
    }
}

/// Every option that does not choose a backend.
pub(crate) const OPTIONS: &[Spec] = &[
    prefix("D", "Define a macro"),
    prefix("I", "Add a directory to search for included files"),
    spec(
        "o",
        Takes::Text,
        "Write to this file instead of standard output",
    ),
    spec("d", Takes::Text, "Write a dependency file in make's syntax"),
    spec(
        "write-if-changed",
        Takes::Bool,
        "Leave the output file alone if it would not change",
    ),
    spec(
        "time-phases",
        Takes::Bool,
        "Print the time that each phase took",
    ),
    spec(
        "no-warn-on-unused-template-args",
        Takes::Bool,
        "Don't warn about unused template arguments",
    ),
    spec(
        "color",
        Takes::Bool,
        "Colour the messages (default: if standard error is a terminal)",
    ),
    spec(
        "compat",
        Takes::OneOf(Release::NAMES),
        "Follow this LLVM release where two releases differ",
    ),
    spec(
        "external",
        Takes::Text,
        "Let this command write the table: it is given the records as JSON, or the unit in place of {}",
    ),
    spec(
        "lazy",
        Takes::Bool,
        "Elaborate only the records that the backend reads",
    ),
    spec(
        "memory-limit",
        Takes::Uint,
        "End with an error when a unit takes more MiB (default: 4096 or half of the machine; 0: never)",
    ),
    spec(
        "work-limit",
        Takes::Uint,
        "End with an error when a unit takes more millions of steps (default: 500; 0: never)",
    ),
    spec("help", Takes::Nothing, "Show this text"),
    spec("help-hidden", Takes::Nothing, ""),
    spec("help-list", Takes::Nothing, ""),
    spec("help-list-hidden", Takes::Nothing, ""),
    spec("h", Takes::Nothing, ""),
    spec("version", Takes::Nothing, "Show the version"),
    // Options of single backends.
    spec("class", Takes::Text, "The class for -print-enums"),
    spec(
        "match-prefix",
        Takes::Text,
        "Only match instructions with this prefix (-gen-asm-matcher)",
    ),
    spec("asmparsernum", Takes::Uint, "Which assembly parser to emit"),
    spec(
        "asmwriternum",
        Takes::Uint,
        "Which assembly writer to emit (-gen-asm-writer)",
    ),
    spec(
        "clang-component",
        Takes::Text,
        "Only use this component's warnings (-gen-clang-diags-defs)",
    ),
    spec(
        "combiners",
        Takes::Text,
        "The combiners to emit (-gen-global-isel-combiner)",
    ),
    spec("gicombiner-debug-cxxpreds", Takes::Bool, ""),
    spec("gicombiner-debug-typeinfer", Takes::Bool, ""),
    spec("gicombiner-stop-after-parse", Takes::Bool, ""),
    spec("gisel-coverage-file", Takes::Text, ""),
    spec("ignore-fully-defined-operands", Takes::Bool, ""),
    spec("ignore-non-decodable-operands", Takes::Bool, ""),
    spec(
        "instr-info-expand-mi-operand-info",
        Takes::Bool,
        "Expand the operands' MIOperandInfo (-gen-instr-info)",
    ),
    spec(
        "instrument-coverage",
        Takes::Bool,
        "Emit coverage tables for patterns (-gen-dag-isel)",
    ),
    spec("instrument-gisel-coverage", Takes::Bool, ""),
    spec(
        "intrinsic-prefix",
        Takes::Text,
        "Only the intrinsics with this prefix (-gen-intrinsic-enums)",
    ),
    spec("long-string-literals", Takes::Bool, ""),
    spec(
        "omit-comments",
        Takes::Bool,
        "Emit no comments (-gen-dag-isel)",
    ),
    spec("optimize-match-table", Takes::Bool, ""),
    spec("register-info-debug", Takes::Bool, ""),
    spec("sdnode-namespace", Takes::Text, ""),
    spec("specialize-decoders-per-bitwidth", Takes::Bool, ""),
    spec(
        "suppress-per-hwmode-duplicates",
        Takes::OneOf(&["O0", "O1", "O2"]),
        "Merge decoder tables of hardware modes (-gen-disassembler)",
    ),
    spec("use-fn-table-in-decode-to-mcinst", Takes::Bool, ""),
    spec("warn-on-skipped-nodes", Takes::Bool, ""),
    spec("warn-on-skipped-patterns", Takes::Bool, ""),
    // What each of LLVM's programs takes. None of it changes what the drivers write.
    spec("crash-diagnostics-dir", Takes::Text, ""),
    spec("disable-symbolication", Takes::Bool, ""),
    spec("info-output-file", Takes::Text, ""),
    spec("print-all-options", Takes::Bool, ""),
    spec("print-options", Takes::Bool, ""),
    spec("rng-seed", Takes::Ulong, ""),
    spec("sort-timers", Takes::Bool, ""),
    spec("stats", Takes::Bool, ""),
    spec("stats-json", Takes::Bool, ""),
    spec("track-memory", Takes::Bool, ""),
    spec("treat-scalable-fixed-error-as-warning", Takes::Bool, ""),
];

/// The names of the options that choose a backend which is not built yet.
pub(crate) const UNBUILT: &[&str] = &[
    "gen-runtime-libcalls",
    "gen-sd-node-info",
    "gen-target-features",
    "gen-target-library-info",
];
