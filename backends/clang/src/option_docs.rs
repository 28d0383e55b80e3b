//! `-gen-opt-docs`: the options of a program as reStructuredText.

mod names;
#[cfg(test)]
mod tests;
mod tree;

use std::borrow::Cow;

use elaborate::records::byte_len;
use elaborate::value::ValueId;
use elaborate::value::print::value_unquoted;
use rustc_hash::FxHashMap;

use super::rst;
use backend::{Backend, Context, Fatal, Language, Output, Rec};
use names::{push_name, sphinx_can_cope, sphinx_id};
use tree::{Content, Documented, Group};

pub(crate) const BACKEND: Backend = Backend::clang(
    "gen-opt-docs",
    "Write the documentation of options",
    &["Option"],
    write,
)
.language(Language::Rst);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    let Some(info) = records.def("GlobalDocumentation") else {
        return Err(records.fatal(
            "The GlobalDocumentation top-level definition is missing, no documentation will be generated."
                .to_owned(),
        ));
    };
    let intro = info.string("Intro")?;
    let program = info.string("Program")?.to_ascii_lowercase();
    write!(out, "{intro}\n.. program:: {program}\n");
    let mut writer = Writer {
        program,
        audience: Audience {
            masks: info.list_of_strings("VisibilityMask")?,
            ignored: info.list_of_strings("IgnoreFlags")?,
        },
        next_suffix: FxHashMap::default(),
    };
    let content = tree::content(records, &writer.audience)?;
    writer.push_content(out, &content, 0)
}

/// Selects the options that are shown.
struct Audience<'a> {
    /// An option is shown if one of these names is in its `Visibility` or in the `Visibility` of its group.
    masks: Vec<Cow<'a, str>>,
    /// An option is skipped if one of these names is in its `Flags` or in the `Flags` of its group.
    ignored: Vec<Cow<'a, str>>,
}

impl Audience<'_> {
    fn sees(&self, option: Rec) -> Result<bool, Fatal> {
        for flag in &self.ignored {
            if has_flag(option, flag, "Flags")? {
                return Ok(false);
            }
        }
        for mask in &self.masks {
            if has_flag(option, mask, "Visibility")? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Whether the list `field` of an option or of its group contains `flag`.
fn has_flag(option: Rec, flag: &str, field: &str) -> Result<bool, Fatal> {
    let lists = |rec: Rec| Ok(rec.list_of_defs(field)?.iter().any(|it| it.name() == flag));
    if lists(option)? {
        return Ok(true);
    }
    match def_in(option, "Group")? {
        Some(group) => lists(group),
        None => Ok(false),
    }
}

/// The record that `field` refers to. `None` if its value is not a record.
fn def_in<'a>(rec: Rec<'a>, field: &str) -> Result<Option<Rec<'a>>, Fatal> {
    Ok(rec.records().def_of(rec.value(field)?))
}

/// The underlines of headings, by depth. The last underline is for greater depths, at which the reference reads past
/// its array.
const UNDERLINES: [char; 9] = ['=', '~', '-', '_', '\'', '+', '<', '>', '\0'];

const DEFAULT_META_VAR_NAME: &str = "<arg>";

struct Writer<'a> {
    program: String,
    audience: Audience<'a>,
    /// The next free suffix for each option name. Names are reduced to the part by which Sphinx identifies an option.
    next_suffix: FxHashMap<String, u32>,
}

impl Writer<'_> {
    fn push_content(
        &mut self,
        out: &mut Output,
        content: &Content,
        depth: usize,
    ) -> Result<(), Fatal> {
        for option in &content.options {
            self.push_option(out, option)?;
        }
        for group in &content.groups {
            self.push_group(out, group, depth)?;
        }
        Ok(())
    }

    fn push_group(&mut self, out: &mut Output, group: &Group, depth: usize) -> Result<(), Fatal> {
        out.source(group.rec);
        let heading = rst_or_plain(group.rec, "DocName", "Name");
        let underline = UNDERLINES[depth.min(UNDERLINES.len() - 1)];
        let line: String = std::iter::repeat_n(underline, byte_len(&heading)).collect();
        writeln!(out, "{heading}\n{line}");
        let description = rst_or_plain(group.rec, "DocBrief", "HelpText");
        if !description.is_empty() {
            write!(out, "{description}\n\n");
        }
        self.push_content(out, &group.content, depth + 1)
    }

    fn push_option(&mut self, out: &mut Output, documented: &Documented) -> Result<(), Fatal> {
        let option = documented.option;
        let kind = option.def("Kind")?.name();
        if matches!(kind, "KIND_UNKNOWN" | "KIND_INPUT") || !sphinx_can_cope(option)? {
            return Ok(());
        }
        out.source(option);
        let mut named = vec![option];
        for alias in &documented.aliases {
            if self.audience.sees(*alias)? {
                named.push(*alias);
            }
        }
        // Sphinx confuses options whose names differ only in punctuation. Different program names distinguish them.
        let suffix = self.suffix(&named)?;
        let program = &self.program;
        if suffix > 0 {
            writeln!(out, ".. program:: {program}{suffix}");
        }
        out.push(".. option:: ");
        let mut separator = "";
        for option in named {
            for prefix in option.list_of_strings("Prefixes")? {
                out.push(separator);
                push_name(out, &prefix, option)?;
                separator = ", ";
            }
        }
        if suffix > 0 {
            write!(out, "\n.. program:: {program}");
        }
        out.push("\n\n");
        let description = self.description(option)?;
        if !description.is_empty() {
            write!(out, "{description}\n\n");
        }
        Ok(())
    }

    /// The suffix for a set of options: the largest of the next free suffixes for their names. The suffix is then in
    /// use for all these names.
    fn suffix(&mut self, named: &[Rec]) -> Result<u32, Fatal> {
        let mut ids = Vec::new();
        for option in named {
            for prefix in option.list_of_strings("Prefixes")? {
                ids.push(sphinx_id(&format!("{prefix}{}", option.string("Name")?)));
            }
        }
        let used = ids.iter().filter_map(|id| self.next_suffix.get(id));
        let suffix = used.max().copied().unwrap_or_default();
        for id in ids {
            self.next_suffix.insert(id, suffix + 1);
        }
        Ok(suffix)
    }

    fn description(&self, option: Rec) -> Result<String, Fatal> {
        let mut description = self.own_help(option)?;
        if description.is_empty() {
            description = rst_or_plain(option, "DocBrief", "HelpText");
        }
        if option.value("Values")? == ValueId::UNSET {
            return Ok(description);
        }
        if !description.is_empty() && !description.ends_with('.') {
            description.push('.');
        }
        let meta_var = match option.value("MetaVarName")? {
            ValueId::UNSET => DEFAULT_META_VAR_NAME.into(),
            _ => option.string("MetaVarName")?,
        };
        let values = option.string("Values")?;
        let values: Vec<_> = values.split(',').filter(|it| !it.is_empty()).collect();
        let (last, others) = values.split_last().unwrap_or((&"", &[]));
        description.push_str(&format!(" {meta_var} must be '"));
        if !others.is_empty() {
            description.push_str(&format!("{}' or '", others.join("', '")));
        }
        description.push_str(&format!("{last}'."));
        Ok(description)
    }

    /// The help text that is specific to this audience; empty if it is missing.
    fn own_help(&self, option: Rec) -> Result<String, Fatal> {
        let names = option.records().names();
        for variant in option.list_of_defs("HelpTextsForVariants")? {
            let visibilities = variant.list("Visibilities")?;
            let is_for = |mask: &Cow<str>| {
                let mut names = visibilities.iter().map(|it| value_unquoted(&names, *it));
                names.any(|name| name == **mask)
            };
            if self.audience.masks.iter().any(is_for) {
                let text = variant.string("Text")?;
                if !text.is_empty() {
                    return Ok(escape_rst(&text));
                }
            }
        }
        Ok(String::new())
    }
}

/// The text of the field `rst`, or the escaped text of the field `plain` if `rst` is missing or empty.
fn rst_or_plain(rec: Rec, rst: &str, plain: &str) -> String {
    let text = |field: &str| {
        let text = rec.text_of(rec.field(field)?.value?)?;
        (!text.is_empty()).then_some(text)
    };
    match text(rst) {
        Some(text) => text.into_owned(),
        None => escape_rst(&text(plain).unwrap_or_default()),
    }
}

fn escape_rst(text: &str) -> String {
    rst::escaped(text, &['`', '*', '|', '[', ']'])
}
