//! The table of the options of the `tblgen` driver.
//!
//! One driver replaces several tools in several releases, so the table has all options of `llvm-tblgen` and
//! `clang-tblgen` of LLVM 19 and 22, and the driver's own.
use syntax::Version;

use backends::Takes;

/// One option of the driver.
#[derive(Debug)]
pub struct Spec {
    /// The name without dashes.
    pub name: &'static str,
    /// The kind of value that the option takes; `None` if a value is an error.
    pub takes: Option<Takes>,
    /// Whether the value may follow the name directly, as in `-Idir`.
    pub prefix: bool,
    /// One line for `--help`. Empty for options that are accepted but have no effect here.
    pub help: &'static str,
}

const FLAG: Takes = Takes::Flag { default: false };

const fn spec(name: &'static str, takes: Takes, help: &'static str) -> Spec {
    Spec {
        name,
        takes: Some(takes),
        prefix: false,
        help,
    }
}

const fn prefix(name: &'static str, help: &'static str) -> Spec {
    Spec {
        prefix: true,
        ..spec(name, Takes::Text, help)
    }
}

const fn without_value(name: &'static str, help: &'static str) -> Spec {
    Spec {
        takes: None,
        ..spec(name, FLAG, help)
    }
}

/// The options that neither choose a backend nor belong to one.
pub const OPTIONS: &[Spec] = &[
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
        FLAG,
        "Leave the output file untouched if its content would not change",
    ),
    spec("time-phases", FLAG, "Print the time of each phase"),
    spec(
        "no-warn-on-unused-template-args",
        FLAG,
        "Don't warn about unused template arguments",
    ),
    spec(
        "color",
        FLAG,
        "Colour the messages (default: if standard error is a terminal)",
    ),
    spec(
        "compat",
        Takes::OneOf(Version::NAMES),
        "Follow this LLVM release where releases differ (default: that of the program's name or the sources, else the newest)",
    ),
    spec(
        "tables",
        Takes::OneOf(Version::NAMES),
        "Write tables in the form of this LLVM release; the language stays that of --compat (default: the same release)",
    ),
    spec(
        "tool",
        Takes::OneOf(&["llvm", "clang", "mlir"]),
        "Act as this LLVM program if several have a backend of the same name (default: by the program's name)",
    ),
    spec(
        "external",
        Takes::Text,
        "Run this command as the backend: it reads the records as JSON on standard input, or the unit's command line in place of {}",
    ),
    spec(
        "lazy",
        FLAG,
        "Elaborate only the records that the backend reads",
    ),
    spec(
        "memory-limit",
        Takes::Uint,
        "Stop with an error if a unit needs more than this many MiB (default: 4096 or half of the memory; 0: no limit)",
    ),
    spec(
        "work-limit",
        Takes::Uint,
        "Stop with an error if a unit needs more than this many million steps (default: 500; 0: no limit)",
    ),
    without_value("help", "Show this text"),
    without_value("help-hidden", ""),
    without_value("help-list", ""),
    without_value("help-list-hidden", ""),
    without_value("h", ""),
    without_value("version", "Show the version"),
    // Options of backends that this program lacks. They are accepted and ignored.
    spec("ignore-fully-defined-operands", FLAG, ""),
    spec("ignore-non-decodable-operands", FLAG, ""),
    spec("sdnode-namespace", Takes::Text, ""),
    spec("specialize-decoders-per-bitwidth", FLAG, ""),
    spec("use-fn-table-in-decode-to-mcinst", FLAG, ""),
    spec("warn-on-skipped-nodes", FLAG, ""),
    // Options that all of LLVM's programs have. They do not affect the output of this program.
    spec("crash-diagnostics-dir", Takes::Text, ""),
    spec("disable-symbolication", FLAG, ""),
    spec("info-output-file", Takes::Text, ""),
    spec("print-all-options", FLAG, ""),
    spec("print-options", FLAG, ""),
    spec("rng-seed", Takes::Ulong, ""),
    spec("sort-timers", FLAG, ""),
    spec("stats", FLAG, ""),
    spec("stats-json", FLAG, ""),
    spec("track-memory", FLAG, ""),
    spec("treat-scalable-fixed-error-as-warning", FLAG, ""),
];
