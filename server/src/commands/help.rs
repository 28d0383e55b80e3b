//! The help texts of the program and its commands.

use std::fmt::Write;

use super::{COMMANDS, Command, CommandOption};

/// The width of help texts, in characters.
const WIDTH: usize = 100;
/// The column in which the description of an option begins.
const COLUMN: usize = 29;

/// The text that explains the exit codes.
pub(super) const EXIT_CODES: &str = "\
0: all went well. 1: there are errors in the input, or something could not be read or written. 2: the command line makes \
no sense. tblgen ends with 0 or 1 only, as llvm-tblgen does.";

/// The list of all commands.
pub(crate) fn help() -> String {
    let mut text = "\
A language server and command line for TableGen.

Usage: tablegen-analyzer COMMAND [ARGUMENT]...

"
    .to_owned();
    for command in COMMANDS {
        push_entry(&mut text, command.name, 15, command.about);
    }
    text += "\n'tablegen-analyzer COMMAND --help' lists the options of a command.\n\nExit codes:\n";
    text + &wrapped(EXIT_CODES, 0)
}

/// The help text of a command. `None` if there is no such command, and for `tblgen`, which prints its own help text.
pub(crate) fn help_of(name: &str) -> Option<String> {
    let command = COMMANDS.iter().find(|it| it.name == name)?;
    if name == "tblgen" {
        return None;
    }
    let Command {
        arguments, about, ..
    } = command;
    let mut text = format!("Usage: tablegen-analyzer {name} {arguments}");
    text.truncate(text.trim_end().len());
    let (first, rest) = about.split_at(1);
    let _ = write!(
        text,
        "\n\n{}",
        wrapped(&format!("{}{rest}.", first.to_uppercase()), 0)
    );
    for paragraph in command.more.split("\n\n").filter(|it| !it.is_empty()) {
        let _ = write!(text, "\n{}", wrapped(paragraph, 0));
    }
    if !command.options.is_empty() {
        let _ = write!(text, "\n{}", options_text(command.options));
    }
    Some(text)
}

/// A list of the options of a command with their descriptions, each on a new line.
pub(crate) fn options_text(options: &[CommandOption]) -> String {
    let mut text = String::new();
    for option in options {
        push_entry(&mut text, &option.usage(), COLUMN, &about(option));
    }
    text
}

/// The description of an option, with its possible values if the option has a fixed list of them.
pub(super) fn about(option: &CommandOption) -> String {
    match option.value {
        super::Value::OneOf(_, values) => {
            format!("{} ({})", option.about, values.join(", "))
        }
        _ => option.about.to_owned(),
    }
}

fn push_entry(text: &mut String, name: &str, column: usize, about: &str) {
    let about = wrapped(about, column);
    // If the name is too long for its column, the description begins on the next line.
    if name.len() + 3 > column {
        let _ = write!(text, "  {name}\n{about}");
    } else {
        let _ = write!(text, "  {name:0$}{1}", column - 2, &about[column..]);
    }
}

/// Breaks a text into lines of at most [`WIDTH`] characters that begin with `indent` blanks.
fn wrapped(text: &str, indent: usize) -> String {
    let mut lines = String::new();
    let mut line = " ".repeat(indent);
    for word in text.split_whitespace() {
        let is_empty = line.len() == indent;
        if !is_empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines += &line;
            lines.push('\n');
            line = " ".repeat(indent);
        } else if !is_empty {
            line.push(' ');
        }
        line += word;
    }
    lines + &line + "\n"
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn commands_say_what_they_take() {
        expect![[r#"
            Usage: tablegen-analyzer format [OPTION]... PATH...

            Format files, or all .td files in folders.

            Files are changed in place, and standard input (-) is written to standard output. In folders no link
            is followed, and no folder is looked into whose name begins with a dot.

              --check                    change nothing, print the names of the files that would change, and end
                                         with 1 if there are any
              --diff                     as --check, but print a patch
              --indent-let=HOW           whether what stands in 'let ... in { }' is indented; auto: as most of
                                         the file is (default) (auto, always, never)
        "#]].assert_eq(&help_of("format").unwrap_or_default());
        expect![[r#"
            Usage: tablegen-analyzer demo

            Run an editor's session on a bundled example.
        "#]]
        .assert_eq(&help_of("demo").unwrap_or_default());
        assert_eq!(help_of("nothing"), None);
    }

    #[test]
    fn all_commands() {
        expect![[r#"
            A language server and command line for TableGen.

            Usage: tablegen-analyzer COMMAND [ARGUMENT]...

              batch        write many tables in one process
              check        report the errors of files, or of all units in folders
              completions  print what a shell needs to complete command lines
              demo         run an editor's session on a bundled example
              format       format files, or all .td files in folders
              help         list the commands
              lsp          serve an editor on standard input and output
              man          print the manual page, or that of tblgen
              stats        time the reading of a root file, and count its records
              tags         write a tags file; also as the program tdtags
              tblgen       write one table, as llvm-tblgen, clang-tblgen and mlir-tblgen do
              units        list the units found in folders, or those that read files

            'tablegen-analyzer COMMAND --help' lists the options of a command.

            Exit codes:
            0: all went well. 1: there are errors in the input, or something could not be read or written. 2:
            the command line makes no sense. tblgen ends with 0 or 1 only, as llvm-tblgen does.
        "#]].assert_eq(&help());
    }

    #[test]
    fn no_line_is_too_wide() {
        for command in COMMANDS {
            for line in help_of(command.name).unwrap_or_default().lines() {
                assert!(line.chars().count() <= WIDTH, "{line}");
            }
        }
    }
}
