//! The commands and their options: the source of `--help`, manual pages and completions.

pub(crate) mod completions;
mod help;
pub(crate) mod man;
mod table;

pub(crate) use help::{help, help_of, options_text};
pub(crate) use table::{COMMANDS, TAGS_OPTIONS};

/// A command of the program.
pub(crate) struct Command {
    pub name: &'static str,
    /// The arguments in the usage line.
    pub arguments: &'static str,
    /// A short description of the command.
    pub about: &'static str,
    /// A longer description, in paragraphs.
    pub more: &'static str,
    pub options: &'static [CommandOption],
    /// The kind of the command's arguments that are not options.
    pub words: Words,
}

/// An option of a command.
pub(crate) struct CommandOption {
    /// The name with its dashes.
    pub name: &'static str,
    pub value: Value,
    pub about: &'static str,
}

/// The kind of value that an option takes, with the name of the value in help texts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Value {
    None,
    File(&'static str),
    Folder(&'static str),
    /// One of these words.
    OneOf(&'static str, &'static [&'static str]),
    /// Any text or number.
    Text(&'static str),
}

impl Value {
    /// The name of the value in help texts; empty if the option takes no value.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Value::None => "",
            Value::File(name) | Value::Folder(name) | Value::OneOf(name, _) | Value::Text(name) => {
                name
            }
        }
    }
}

/// The arguments of a command that are not options.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Words {
    None,
    Files,
    /// One of these words.
    OneOf(&'static [&'static str]),
}

impl CommandOption {
    /// The option with its value, as it is written on a command line.
    pub(crate) fn usage(&self) -> String {
        let value = self.value.name();
        match value {
            "" => self.name.to_owned(),
            _ if self.name.starts_with("--") => format!("{}={value}", self.name),
            _ => format!("{} {value}", self.name),
        }
    }
}
