//! The spellings of options and their arguments.

use super::{DEFAULT_META_VAR_NAME, escape_rst};
use backend::{Fatal, Output, Rec};

/// The number of arguments that an option takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arity {
    Exactly(u32),
    Any,
}

/// An option with this number of arguments, or more, is an error.
const MAX_ARGS: u32 = 1 << 16;

impl Arity {
    fn read(option: Rec) -> Result<Arity, Fatal> {
        // The reference reads this field for every option, and truncates it to 32 bits.
        let count = option.int("NumArgs")? as u32;
        Ok(match option.def("Kind")?.name() {
            "KIND_JOINED" | "KIND_JOINED_OR_SEPARATE" | "KIND_SEPARATE" => Arity::Exactly(1),
            "KIND_REMAINING_ARGS" | "KIND_REMAINING_ARGS_JOINED" | "KIND_COMMAJOINED" => Arity::Any,
            "KIND_JOINED_AND_SEPARATE" => Arity::Exactly(2),
            "KIND_MULTIARG" if count == u32::MAX => Arity::Any,
            "KIND_MULTIARG" => Arity::Exactly(count),
            _ => Arity::Exactly(0),
        })
    }
}

/// The separators before the first argument, and before the other arguments.
fn separators(option: Rec) -> Result<(&'static str, &'static str), Fatal> {
    Ok(match option.def("Kind")?.name() {
        "KIND_JOINED"
        | "KIND_JOINED_OR_SEPARATE"
        | "KIND_JOINED_AND_SEPARATE"
        | "KIND_REMAINING_ARGS_JOINED" => ("", " "),
        "KIND_COMMAJOINED" => ("", ","),
        _ => (" ", " "),
    })
}

/// Writes an option with its arguments. An alias with arguments is followed by the equivalent option.
pub(super) fn push_name(out: &mut Output, prefix: &str, option: Rec) -> Result<(), Fatal> {
    push_with_args(out, prefix, option, &args(option)?)?;
    let alias_args = option.list_of_strings("AliasArgs")?;
    if alias_args.is_empty() {
        return Ok(());
    }
    let alias = option.def("Alias")?;
    let prefixes = alias.list_of_strings("Prefixes")?;
    let prefix = prefixes.first().map_or("", |prefix| &**prefix);
    out.push(" (equivalent to ");
    push_with_args(out, prefix, alias, &alias_args)?;
    out.push(")");
    Ok(())
}

fn push_with_args(
    out: &mut Output,
    prefix: &str,
    option: Rec,
    args: &[impl AsRef<str>],
) -> Result<(), Fatal> {
    write!(out, "{prefix}{}", escape_rst(&option.string("Name")?));
    let (mut separator, next) = separators(option)?;
    for arg in args {
        write!(out, "{separator}{}", escape_rst(arg.as_ref()));
        separator = next;
    }
    Ok(())
}

/// The names of an option's arguments. If the record gives no name, names are generated: `<arg>` for a single argument,
/// otherwise `<arg1>`, `<arg2>` and so on. An option with any number of arguments has two names, of which only the
/// first may come from the record; `...` follows the second.
fn args(option: Rec) -> Result<Vec<String>, Fatal> {
    let arity = Arity::read(option)?;
    let mut args = Vec::new();
    let has_name = !option.is_unset("MetaVarName");
    if has_name {
        args.push(option.string("MetaVarName")?.into_owned());
    } else if arity == Arity::Exactly(1) {
        args.push(DEFAULT_META_VAR_NAME.to_owned());
    }
    let numbered = |number: usize| format!("<arg{number}>");
    if let Arity::Exactly(MAX_ARGS..) = arity {
        return Err(option.fatal(format!("'{}' takes too many arguments", option.name())));
    }
    match arity {
        // A name from the record may already describe several arguments, and the record does not say how many. So no
        // further names are generated.
        Arity::Exactly(_) if has_name => {}
        Arity::Exactly(count) => {
            args.extend((args.len() + 1..=count as usize).map(numbered));
        }
        Arity::Any => {
            args.extend((args.len() + 1..=2).map(numbered));
            if let Some(last) = args.last_mut() {
                last.push_str("...");
            }
        }
    }
    Ok(args)
}

/// Whether Sphinx can list an option by its name, which must contain an ASCII letter or digit.
pub(super) fn sphinx_can_cope(option: Rec) -> Result<bool, Fatal> {
    let name = option.string("Name")?;
    Ok(name.contains(|c: char| c.is_ascii_alphanumeric()))
}

/// The part of an option's name by which Sphinx identifies the option.
pub(super) fn sphinx_id(option: &str) -> String {
    let ends = |c: char| !c.is_ascii_alphanumeric() && c != '-';
    option.split(ends).next().unwrap_or_default().to_owned()
}
