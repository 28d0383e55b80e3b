//! The completion script for fish.

use std::fmt::Write;

use super::tblgen_options;
use crate::commands::{COMMANDS, CommandOption, Value, Words};

pub(super) fn script() -> String {
    let mut text = "# Completions of tablegen-analyzer for fish.\n\n".to_owned();
    let mut complete = |condition: &str, what: &str| {
        let _ = writeln!(
            text,
            "complete -c tablegen-analyzer -n '{condition}' {what}"
        );
    };
    for command in COMMANDS {
        let name = command.name;
        let about = quoted(command.about);
        complete("__fish_use_subcommand", &format!("-f -a {name} -d {about}"));
        let here = format!("__fish_seen_subcommand_from {name}");
        match command.words {
            Words::None => complete(&here, "-f"),
            Words::Files => {}
            Words::OneOf(values) => complete(&here, &format!("-f -a '{}'", values.join(" "))),
        }
        for option in command.options {
            complete(&here, &spec(option));
        }
        if name == "tblgen" {
            for (option, about) in tblgen_options() {
                let option = option.trim_start_matches('-');
                let kind = if option.len() == 1 { "-s" } else { "-o" };
                complete(&here, &format!("{kind} {option} -d {}", quoted(about)));
            }
        }
    }
    text
}

/// The arguments of the shell command `complete` that declare an option.
fn spec(option: &CommandOption) -> String {
    let name = match option.name.strip_prefix("--") {
        Some(long) => format!("-l {long}"),
        None => format!("-s {}", &option.name[1..]),
    };
    let value = match option.value {
        Value::None => String::new(),
        Value::File(_) => " -r -F".to_owned(),
        Value::Folder(_) => " -x -a '(__fish_complete_directories)'".to_owned(),
        Value::OneOf(_, values) => format!(" -x -a '{}'", values.join(" ")),
        Value::Text(_) => " -x".to_owned(),
    };
    format!("{name}{value} -d {}", quoted(option.about))
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}
