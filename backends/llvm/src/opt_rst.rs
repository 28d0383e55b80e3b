//! `-gen-opt-rst`: the documentation of a program's command-line options.

#[cfg(test)]
mod tests;

use super::options::sorted;
use backend::string_map::StringMap;
use backend::text::{SPACES, escaped};
use backend::{Backend, Context, Fatal, Language, Output, Rec};

/// A group of options. The documentation has a section for each group.
struct Group<'a> {
    source: Option<Rec<'a>>,
    members: Vec<Rec<'a>>,
}

impl<'a> Group<'a> {
    fn new(source: Option<Rec<'a>>) -> Group<'a> {
        Group {
            source,
            members: Vec::new(),
        }
    }
}

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-opt-rst",
    "Document a program's command-line options in reStructuredText",
    &["Option"],
    write,
)
.language(Language::Rst);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    let options = sorted(cx)?;
    let mut groups: StringMap<Group> = StringMap::default();
    for group in records.derived("OptionGroup")? {
        groups.get_or_insert_with(&group.string("Name")?, || Group::new(Some(group)));
    }
    for option in options {
        let group = records.def_of(option.value("Group")?);
        let name = match group {
            Some(group) => group.string("Name")?,
            None => "options".into(),
        };
        let group = groups.get_or_insert_with(&name, || Group::new(group));
        group.members.push(option);
    }
    for (name, group) in groups.iter() {
        out.no_source();
        if let Some(source) = group.source {
            out.source(source);
        }
        let title = name.to_ascii_uppercase();
        out.push(&title);
        out.push("\n");
        out.push_fill('-', elaborate::records::byte_len(&title));
        out.push("\n\n");
        for option in &group.members {
            out.source(*option);
            push_option(out, *option)?;
        }
    }
    Ok(())
}

fn push_option(out: &mut Output, option: Rec) -> Result<(), Fatal> {
    let prefixes = option.list_of_strings("Prefixes")?;
    let prefix = prefixes.first().cloned().unwrap_or_default();
    write!(out, ".. option:: {prefix}{}", option.string("Name")?);
    let values = option.optional_string("Values")?;
    let meta_var = match option.optional_string("MetaVarName")? {
        Some(name) => name,
        None if values.is_some() => "<value>".into(),
        None => "".into(),
    };
    if !meta_var.is_empty() {
        write!(out, "={}", escaped(&meta_var));
    }
    out.push("\n\n");

    let help = option.optional_string("HelpText")?;
    let mut help = help
        .as_deref()
        .unwrap_or_default()
        .trim_matches(SPACES)
        .to_owned();
    if !help.is_empty() && !help.ends_with('.') {
        help.push('.');
    }
    if let Some(values) = values {
        help.push_str(&format!(" {meta_var} must be '"));
        let values: Vec<_> = values.split(',').filter(|it| !it.is_empty()).collect();
        if let Some((last, others)) = values.split_last() {
            if !others.is_empty() {
                help.push_str(&others.join("', '"));
                help.push_str("' or '");
            }
            help.push_str(last);
        }
        help.push_str("'.");
    }
    if !help.is_empty() {
        write!(out, " {}\n\n", escaped(&help));
    }
    Ok(())
}
