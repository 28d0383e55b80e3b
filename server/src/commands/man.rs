//! Manual pages.

use std::fmt::Write;
use std::process::ExitCode;

use driver::{tblgen, terminal};

use super::{COMMANDS, Value, help};

/// Runs the command `man`, which prints a manual page.
pub(crate) fn main(args: &[String]) -> ExitCode {
    match args {
        [] => terminal::print(page()),
        [name] if name == "tblgen" => terminal::print(tblgen_page()),
        _ => terminal::usage_error("man: there are the manual page and that of tblgen"),
    }
}

/// The manual page of the program.
fn page() -> String {
    let about = "a language server and command line for TableGen";
    let mut text = start("tablegen-analyzer", about);
    text += ".SH SYNOPSIS\n\\fBtablegen\\-analyzer\\fR \\fICOMMAND\\fR [\\fIARGUMENT\\fR]...\n.SH COMMANDS\n";
    for command in COMMANDS {
        let usage = format!("{} {}", command.name, command.arguments);
        let _ = writeln!(text, ".SS {}", escaped(usage.trim_end()));
        let (first, rest) = command.about.split_at(1);
        let about = format!("{}{rest}.", first.to_uppercase());
        let _ = writeln!(text, "{}", escaped(&about));
        for paragraph in command.more.split("\n\n").filter(|it| !it.is_empty()) {
            let _ = writeln!(text, ".PP\n{}", escaped(paragraph));
        }
        for option in command.options {
            entry(&mut text, option.name, option.value, &help::about(option));
        }
    }
    let _ = writeln!(text, ".SH EXIT STATUS\n{}", escaped(help::EXIT_CODES));
    text + ".SH SEE ALSO\n.BR tablegen\\-analyzer\\-tblgen (1)\n"
}

/// The manual page of `tblgen`.
fn tblgen_page() -> String {
    let about = "write a table from TableGen sources, as llvm-tblgen does";
    let mut text = start("tablegen-analyzer-tblgen", about);
    text += ".SH SYNOPSIS\n\\fBtablegen\\-analyzer tblgen\\fR [\\fIOPTION\\fR]... \\fIFILE\\fR\n";
    for section in tblgen::help_sections() {
        let _ = writeln!(text, ".SH {}", escaped(&section.title.to_uppercase()));
        for (usage, about) in section.entries {
            let _ = writeln!(text, ".TP\n\\fB{}\\fR\n{}", escaped(&usage), escaped(about));
        }
    }
    text + ".SH SEE ALSO\n.BR tablegen\\-analyzer (1)\n"
}

fn start(name: &str, about: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(
        ".TH {} 1 \"\" \"tablegen\\-analyzer {version}\"\n.SH NAME\n{} \\- {}\n",
        escaped(&name.to_uppercase()),
        escaped(name),
        escaped(about)
    )
}

/// Adds an option with its description.
fn entry(text: &mut String, name: &str, value: Value, about: &str) {
    let _ = write!(text, ".TP\n\\fB{}\\fR", escaped(name));
    if value != Value::None {
        let sign = if name.starts_with("--") { "=" } else { " " };
        let _ = write!(text, "{sign}\\fI{}\\fR", escaped(value.name()));
    }
    let _ = writeln!(text, "\n{}", escaped(about));
}

/// Escapes a text of one line for the language of manual pages, roff.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    // A line that begins with one of these characters would be a request of roff.
    if text.starts_with(['.', '\'']) {
        format!("\\&{text}")
    } else {
        text
    }
}
