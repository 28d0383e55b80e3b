//! The table of all commands.

use syntax::Version;

use super::{Command, CommandOption, Value, Words};

const RELEASE: Value = Value::OneOf("RELEASE", Version::NAMES);

const fn option(name: &'static str, value: Value, about: &'static str) -> CommandOption {
    CommandOption { name, value, about }
}

const fn flag(name: &'static str, about: &'static str) -> CommandOption {
    option(name, Value::None, about)
}

/// The commands, in the order of their names.
pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "batch",
        arguments: "ROWS --out DIR [--watch]",
        about: "write many tables in one process",
        more: "\
ROWS is a folder whose build files say what is made, or a file (- is standard input) of cells between tabs. The first \
line of such a file names the columns: id is the path of the output in DIR, tool the program that the row stands for, \
backend the option that chooses the backend, args more options between blanks, include_dirs folders between semicolons, \
root the file to read.

What cannot be made is said on standard error, and all else is made.",
        options: &[
            option("--out", Value::Folder("DIR"), "the folder for the tables"),
            flag(
                "--watch",
                "go on until stopped: when a file changes, make those tables again that read something of what is different",
            ),
        ],
        words: Words::Files,
    },
    Command {
        name: "check",
        arguments: "[OPTION]... PATH...",
        about: "report the errors of files, or of all units in folders",
        more: "\
Without -I and -D it is found which unit reads a file: with which root, include directories and macros. With them, files \
are read as roots, and the units of folders have more.",
        options: CHECK_OPTIONS,
        words: Words::Files,
    },
    Command {
        name: "completions",
        arguments: "SHELL",
        about: "print what a shell needs to complete command lines",
        more: "",
        options: &[],
        words: Words::OneOf(&["bash", "fish", "zsh"]),
    },
    Command {
        name: "demo",
        arguments: "",
        about: "run an editor's session on a bundled example",
        more: "",
        options: &[],
        words: Words::None,
    },
    Command {
        name: "format",
        arguments: "[OPTION]... PATH...",
        about: "format files, or all .td files in folders",
        more: "\
Files are changed in place, and standard input (-) is written to standard output. In folders no link is followed, and no \
folder is looked into whose name begins with a dot.",
        options: &[
            flag(
                "--check",
                "change nothing, print the names of the files that would change, and end with 1 if there are any",
            ),
            flag("--diff", "as --check, but print a patch"),
            option(
                "--indent-let",
                Value::OneOf("HOW", &["auto", "always", "never"]),
                "whether what stands in 'let ... in { }' is indented; auto: as most of the file is (default)",
            ),
        ],
        words: Words::Files,
    },
    Command {
        name: "help",
        arguments: "",
        about: "list the commands",
        more: "",
        options: &[],
        words: Words::None,
    },
    Command {
        name: "lsp",
        arguments: "[--stdio]",
        about: "serve an editor on standard input and output",
        more: "This is what runs without a command if standard input is no terminal.",
        options: &[flag("--stdio", "no effect: it is the only transport")],
        words: Words::None,
    },
    Command {
        name: "man",
        arguments: "[tblgen]",
        about: "print the manual page, or that of tblgen",
        more: "",
        options: &[],
        words: Words::OneOf(&["tblgen"]),
    },
    Command {
        name: "stats",
        arguments: "[OPTION]... FILE",
        about: "time the reading of a root file, and count its records",
        more: "It also takes the options with which tblgen reads files.",
        options: &[
            option("-D", Value::Text("NAME"), "define a macro"),
            option("-I", Value::Folder("DIR"), "look for included files in this folder too"),
            option("--edits", Value::Text("N"), "also time the answers after this many random edits"),
            option("--kind", Value::Text("KIND"), "make edits of this kind only"),
            option("--seed", Value::Text("N"), "make other random edits"),
            option("--threads", Value::Text("N"), "time the whole unit on this many threads instead"),
        ],
        words: Words::Files,
    },
    Command {
        name: "tags",
        arguments: "[OPTION]... FILE...",
        about: "write a tags file; also as the program tdtags",
        more: "With -x the arguments are a recipe: 'tags -H' says more.",
        options: TAGS_OPTIONS,
        words: Words::Files,
    },
    Command {
        name: "tblgen",
        arguments: "[OPTION]... FILE",
        about: "write one table, as llvm-tblgen, clang-tblgen and mlir-tblgen do",
        more: "\
The program also does this when it is called by a name that ends with -tblgen, perhaps with a version. 'tblgen --help' \
lists the options and backends.",
        options: &[],
        words: Words::Files,
    },
    Command {
        name: "units",
        arguments: "[OPTION]... [PATH]...",
        about: "list the units found in folders, or those that read files",
        more: "",
        options: &[
            option("-I", Value::Folder("DIR"), "look for included files in this folder too"),
            flag("--json", "print JSON"),
        ],
        words: Words::Files,
    },
];

const CHECK_OPTIONS: &[CommandOption] = &[
    option("-D", Value::Text("NAME"), "define a macro"),
    option(
        "-I",
        Value::Folder("DIR"),
        "look for included files in this folder too",
    ),
    flag(
        "--backends",
        "also report the errors of the backends that the build runs on each root",
    ),
    option(
        "--changed-since",
        Value::Text("REVISION"),
        "check only the units that read a file which is different in this revision of git; of what is said besides errors, report what is said of such files",
    ),
    option(
        "--compat",
        RELEASE,
        "the release of LLVM whose rules count (default: that of the sources)",
    ),
    option(
        "--format",
        Value::OneOf("FORMAT", &["text", "json", "sarif", "github", "gitlab"]),
        "how messages are printed, as text on standard error by default",
    ),
    flag("--hints", "also report what an editor says of targets"),
    option(
        "--memory-limit",
        Value::Text("MIB"),
        "report an error if a unit needs more memory (0: no limit)",
    ),
    option(
        "--work-limit",
        Value::Text("N"),
        "report an error if a unit needs more than this many million steps (0: no limit)",
    ),
];

/// The options of `tags` and `tdtags`.
pub(crate) const TAGS_OPTIONS: &[CommandOption] = &[
    flag("-a", "keep the tags that the tags file has"),
    option(
        "-f",
        Value::File("FILE"),
        "write to this file instead of 'tags'; '-' is standard output",
    ),
    flag("-H", "more help"),
    option(
        "-I",
        Value::Folder("DIR"),
        "look for included files in this folder too",
    ),
    flag("-q", "say nothing of errors in the files"),
    flag("-v", "say what is done"),
    flag("-x", "follow a recipe"),
    flag(
        "--extended",
        "say what each tag is: the extended format of ctags",
    ),
    flag("--etags", "write what Emacs reads, to 'TAGS'"),
    option(
        "--compat",
        RELEASE,
        "read the files as this release of LLVM does",
    ),
];
