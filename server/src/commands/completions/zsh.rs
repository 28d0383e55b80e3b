//! The completion script for zsh.

use std::fmt::Write;

use super::tblgen_options;
use crate::commands::{COMMANDS, CommandOption, Value, Words};

const START: &str = "\
#compdef tablegen-analyzer
# Completions of tablegen-analyzer for zsh.

_tablegen_analyzer() {
    local -a commands
    commands=(
";

const MIDDLE: &str = "    )
    if (( CURRENT == 2 )); then
        _describe command commands
        return
    fi
    local command=$words[2]
    shift words
    (( CURRENT-- ))
    case $command in
";

const END: &str = "    esac
}

# The file is read as the function itself, or by the user's configuration.
if [[ $funcstack[1] == _tablegen-analyzer ]]; then
    _tablegen_analyzer \"$@\"
else
    compdef _tablegen_analyzer tablegen-analyzer
fi
";

pub(super) fn script() -> String {
    let mut text = START.to_owned();
    for command in COMMANDS {
        let about = quoted(&format!("{}:{}", command.name, command.about));
        let _ = writeln!(text, "        {about}");
    }
    text += MIDDLE;
    for command in COMMANDS {
        let mut specs: Vec<String> = command.options.iter().map(spec).collect();
        if command.name == "tblgen" {
            let options = tblgen_options().into_iter();
            specs = options
                .map(|(name, about)| format!("{name}[{}]", escaped(about)))
                .collect();
        }
        match command.words {
            Words::None => {}
            Words::Files => specs.push("*:file:_files".to_owned()),
            Words::OneOf(values) => specs.push(format!("1:what:({})", values.join(" "))),
        }
        if specs.is_empty() {
            continue;
        }
        let specs: Vec<String> = specs.iter().map(|it| quoted(it)).collect();
        let _ = writeln!(
            text,
            "    {})\n        _arguments \\\n            {}\n        ;;",
            command.name,
            specs.join(" \\\n            ")
        );
    }
    text + END
}

/// The argument of the shell function `_arguments` that declares an option.
fn spec(option: &CommandOption) -> String {
    let (name, about) = (option.name, escaped(option.about));
    let value = option.value.name();
    let action = match option.value {
        Value::None => return format!("{name}[{about}]"),
        Value::File(_) => "_files".to_owned(),
        Value::Folder(_) => "_files -/".to_owned(),
        Value::OneOf(_, values) => format!("({})", values.join(" ")),
        Value::Text(_) => " ".to_owned(),
    };
    // The value of a long option follows `=` or is the next word. The value of a one-letter option follows the letter
    // or is the next word.
    let (many, sign) = if name.starts_with("--") {
        ("", "=")
    } else {
        ("*", "+")
    };
    format!("{many}{name}{sign}[{about}]:{value}:{action}")
}

/// Escapes a text for the brackets in an argument of `_arguments`.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('[', "\\[")
        .replace(']', "\\]")
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}
