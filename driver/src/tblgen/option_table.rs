//! The options of the `tblgen` driver as data.
//!
//! The names are the union over `llvm-tblgen` and `clang-tblgen` of LLVM 19 and 22, because one
//! driver stands in for all of them, with the backends of two older or forked tools.
use syntax::Version;

use backends::Takes;

/// One option of the driver.
#[derive(Debug)]
pub struct Spec {
    /// The name without dashes.
    pub name: &'static str,
    /// What follows it; `None` if nothing may, not even a value.
    pub takes: Option<Takes>,
    /// Whether the value may follow the name directly, as in `-Idir`.
    pub prefix: bool,
    /// One line for `--help`; empty for options that are accepted and change nothing here.
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

/// Every option that does not choose a backend.
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
        "Leave the output file alone if it would not change",
    ),
    spec("time-phases", FLAG, "Print the time that each phase took"),
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
        "Write tables as this LLVM release does, by the rules of the language of the other (default: the same)",
    ),
    spec(
        "tool",
        Takes::OneOf(&["llvm", "clang", "mlir"]),
        "Stand in for this LLVM program where several have a backend of one name (default: what the program is called)",
    ),
    spec(
        "external",
        Takes::Text,
        "Let this command write the table: it is given the records as JSON, or the unit in place of {}",
    ),
    spec(
        "lazy",
        FLAG,
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
    without_value("help", "Show this text"),
    without_value("help-hidden", ""),
    without_value("help-list", ""),
    without_value("help-list-hidden", ""),
    without_value("h", ""),
    without_value("version", "Show the version"),
    // Options of backends that are not there.
    spec("ignore-fully-defined-operands", FLAG, ""),
    spec("ignore-non-decodable-operands", FLAG, ""),
    spec("sdnode-namespace", Takes::Text, ""),
    spec("specialize-decoders-per-bitwidth", FLAG, ""),
    spec("use-fn-table-in-decode-to-mcinst", FLAG, ""),
    spec("warn-on-skipped-nodes", FLAG, ""),
    // What each of LLVM's programs takes. None of it changes what the drivers write.
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
