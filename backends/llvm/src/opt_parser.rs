//! `-gen-opt-parser-defs`: a program's command-line options, for LLVM's option library.

mod marshalling;
mod names;
mod subcommands;
#[cfg(test)]
mod tests;

use elaborate::value::print::value_unquoted;

use super::options::{enum_name, sorted};
use backend::text::{escaped, push_header_without_input};
use backend::{Backend, Context, Fatal, LONG_STRING_LITERALS, Output, Rec, Release};
use names::NameTables;
use subcommands::Subcommands;

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-opt-parser-defs",
    "Define a program's command-line options",
    &["Option"],
    write,
)
.options(&[LONG_STRING_LITERALS]);

mod changes {
    use super::Release;

    /// A help text with its visibilities. Since LLVM 21, the C++ compiler deduces the type of the pair.
    pub(super) fn pair(release: Release, first: &str, second: &str) -> String {
        if release >= Release::V21 {
            format!("{{{first}, {second}}}")
        } else {
            format!("std::make_pair({first}, {second})")
        }
    }

    /// The offset of a group's subcommands. LLVM 22 added subcommands; groups have none, and the empty list is at
    /// offset 0.
    pub(super) fn subcommands_of_group(release: Release) -> &'static str {
        if release >= Release::V22 { ",  0" } else { "" }
    }
}

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    let groups = records.derived("OptionGroup")?;
    records.derived("Option")?;
    let mut subcommands = Subcommands::read(cx)?;
    push_header_without_input(out, "Option Parsing Definitions");
    let options = sorted(cx)?;
    let names = NameTables::read(cx, &groups, &options)?;
    subcommands.place(&options)?;
    names.push(out);
    subcommands.push_lists(out);
    names.push_union(out);
    push_values_code(out, &options)?;

    out.push("/////////\n// Groups\n\n#ifdef OPTION\n");
    for group in groups {
        out.source(group);
        push_group(out, &names, group)?;
    }
    out.no_source();
    out.push("\n//////////\n// Options\n\n");
    let mut marshalled = Vec::new();
    for option in options {
        out.source(option);
        let fields = fields(option, &names)? + &subcommands.of_option(option)?;
        writeln!(out, "OPTION({fields})");
        if !option.is_unset("KeyPath") && !option.string("KeyPath")?.is_empty() {
            marshalled.push((option, fields));
        }
    }
    out.no_source();
    out.push("#endif // OPTION\n");
    marshalling::push(out, marshalled)?;
    subcommands.push(out)?;
    out.push("\n");
    Ok(())
}

fn strings(rec: Rec, field: &str) -> Result<Vec<String>, Fatal> {
    let strings = rec.list_of_strings(field)?;
    Ok(strings.into_iter().map(String::from).collect())
}

/// Writes the code that computes the values of options with `ValuesCode`.
fn push_values_code(out: &mut Output, options: &[Rec]) -> Result<(), Fatal> {
    out.push("/////////\n// ValuesCode\n\n#ifdef OPTTABLE_VALUES_CODE\n");
    for option in options {
        if is_unset(*option, "ValuesCode")? {
            continue;
        }
        out.source(*option);
        let (name, code) = (enum_name(*option)?, option.string("ValuesCode")?);
        write!(
            out,
            "#define VALUES_CODE {name}_Values\n{code}\n#undef VALUES_CODE\n"
        );
        out.no_source();
    }
    out.push("#endif\n");
    Ok(())
}

/// Whether the value of a field is `?`. A missing field is an error.
fn is_unset(rec: Rec, field: &str) -> Result<bool, Fatal> {
    rec.value(field)?;
    Ok(rec.is_unset(field))
}

fn push_group(out: &mut Output, names: &NameTables, group: Rec) -> Result<(), Fatal> {
    let (name, id) = (names.of_group(&group.string("Name")?), enum_name(group)?);
    let parent = enum_name_of(group, "Group")?;
    write!(
        out,
        "OPTION({name}, {id}, Group, {parent}, INVALID, nullptr, 0, 0, 0"
    );
    let release = group.records().release();
    let (help, variants) = (help(group)?, variants(release, &[]));
    let subcommands = changes::subcommands_of_group(release);
    writeln!(out, "{help}{variants}, nullptr, nullptr{subcommands})");
    Ok(())
}

/// The C++ name of the option or group to which a field refers; `INVALID` if it refers to no record.
fn enum_name_of(rec: Rec, field: &str) -> Result<String, Fatal> {
    match rec.records().def_of(rec.value(field)?) {
        Some(other) => enum_name(other),
        None => Ok("INVALID".to_owned()),
    }
}

fn help(rec: Rec) -> Result<String, Fatal> {
    if is_unset(rec, "HelpText")? {
        return Ok(", nullptr".to_owned());
    }
    Ok(format!(
        ",\n       \"{}\"",
        escaped(&rec.string("HelpText")?)
    ))
}

/// The number of visibilities in the type of a help variant. `VARIANTS` is the number of variants to which a list is
/// padded.
const VISIBILITIES: usize = 2;
const VARIANTS: usize = 1;

/// The C++ expression for the additional help texts. Each text applies to some drivers only.
fn variants(release: Release, given: &[(Vec<String>, String)]) -> String {
    let mut variants = Vec::new();
    for (visibilities, text) in given {
        // These variants have as many visibilities as the record gives. Only the variants below, which pad the list,
        // have `VISIBILITIES` visibilities.
        variants.push(variant(release, visibilities, text));
    }
    while variants.len() < VARIANTS {
        variants.push(variant(release, &vec!["0".to_owned(); VISIBILITIES], ""));
    }
    let variants = variants.join(", ");
    format!(
        ", (std::array<std::pair<std::array<unsigned, {VISIBILITIES}>, const char*>, {VARIANTS}>{{{{ {variants} }}}})"
    )
}

fn variant(release: Release, visibilities: &[String], text: &str) -> String {
    let visibilities = visibilities.join(", ");
    let text = optional_literal(Some(text).filter(|it| !it.is_empty()));
    let visibilities = format!("std::array<unsigned, {VISIBILITIES}>{{{{{visibilities}}}}}");
    changes::pair(release, &visibilities, &text)
}

fn optional_literal(text: Option<&str>) -> String {
    text.map_or("nullptr".to_owned(), |it| format!("\"{}\"", escaped(it)))
}

/// The macro arguments of an option's entry.
fn fields(option: Rec, names: &NameTables) -> Result<String, Fatal> {
    let name = names.of_option(option)?;
    let id = enum_name(option)?;
    let kind = option.def("Kind")?;
    let kind = kind.string("Name")?;
    let group = option.records().def_of(option.value("Group")?);
    let group_name = enum_name_of(option, "Group")?;
    let alias = enum_name_of(option, "Alias")?;
    let alias_args = match option.list_of_strings("AliasArgs")? {
        args if args.is_empty() => "nullptr".to_owned(),
        args => {
            let args: String = args.iter().map(|it| format!("{it}\\0")).collect();
            format!("\"{args}\"")
        }
    };
    let flags = flags(option, group, "Flags")?;
    let visibility = self::flags(option, group, "Visibility")?;
    let count = option.int("NumArgs")?;
    let help = help(option)?;
    let mut variant_list = Vec::new();
    for variant in option.list_of_defs("HelpTextsForVariants")? {
        let names = variant.records().names();
        let visibilities = variant.list("Visibilities")?.iter();
        let visibilities = visibilities.map(|it| value_unquoted(&names, *it).into_owned());
        let visibilities = visibilities.collect();
        variant_list.push((visibilities, variant.string("Text")?.into_owned()));
    }
    let variants = variants(option.records().release(), &variant_list);
    let meta_var = option.optional_string("MetaVarName")?;
    let meta_var = optional_literal(meta_var.as_deref());
    let values = if !is_unset(option, "Values")? {
        optional_literal(Some(&option.string("Values")?))
    } else if !is_unset(option, "ValuesCode")? {
        format!("{id}_Values")
    } else {
        "nullptr".to_owned()
    };
    Ok(format!(
        "{name}, {id}, {kind}, {group_name}, {alias}, {alias_args}, {flags}, {visibility}, \
         {count}{help}{variants}, {meta_var}, {values}"
    ))
}

/// The names of the records that `field` lists in an option and in its group, joined by `|`; `0` if there are none.
fn flags(option: Rec, group: Option<Rec>, field: &str) -> Result<String, Fatal> {
    let mut flags = names(option, field)?;
    if let Some(group) = group {
        flags.extend(names(group, field)?);
    }
    if flags.is_empty() {
        return Ok("0".to_owned());
    }
    Ok(flags.join(" | "))
}

/// The names of the records in the list that is the value of a field.
fn names(rec: Rec, field: &str) -> Result<Vec<String>, Fatal> {
    let defs = rec.list_of_defs(field)?;
    Ok(defs.iter().map(|it| it.name().to_owned()).collect())
}
