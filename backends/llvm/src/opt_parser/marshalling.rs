//! Options whose values are stored in fields of the program.

use super::super::options::enum_name;
use super::{is_unset, strings};
use backend::text::escaped;
use backend::{Fatal, Output, Rec};

/// The start of the section with the tables of enumeration values: the C++ types of the tables.
const TABLES: &str = "
#ifdef SIMPLE_ENUM_VALUE_TABLE

struct SimpleEnumValue {
  const char *Name;
  unsigned Value;
};

struct SimpleEnumValueTable {
  const SimpleEnumValue *Table;
  unsigned Size;
};
";

/// Writes the entries of options with marshalling, and the tables of their values. Each option comes with the macro
/// arguments of its entry without marshalling.
pub(super) fn push(out: &mut Output, mut options: Vec<(Rec, String)>) -> Result<(), Fatal> {
    // An option may depend on options that are defined before it, so the entries are written in the order of the
    // definitions.
    options.sort_by_key(|(option, _)| option.order());
    let mut tables = Vec::new();
    for (option, fields) in options {
        out.source(option);
        let index = if is_unset(option, "NormalizedValues")? {
            -1
        } else {
            tables.push(option);
            tables.len() as i64 - 1
        };
        let macro_name = format!("{}OPTION_WITH_MARSHALLING", option.string("MacroPrefix")?);
        let rest = marshalling(option, index)?;
        write!(
            out,
            "#ifdef {macro_name}\n{macro_name}({fields}, {rest})\n#endif // {macro_name}\n"
        );
    }
    out.no_source();
    out.push(TABLES);
    for option in &tables {
        out.source(*option);
        push_values(out, *option)?;
    }
    out.no_source();
    out.push("static const SimpleEnumValueTable SimpleEnumValueTables[] = {");
    for option in tables {
        out.source(option);
        let name = enum_name(option)?;
        writeln!(out, "{{{name}ValueTable, std::size({name}ValueTable)}},");
    }
    out.no_source();
    out.push(
        "};\nstatic const unsigned SimpleEnumValueTablesSize = std::size(SimpleEnumValueTables);\n",
    );
    out.push("#endif // SIMPLE_ENUM_VALUE_TABLE\n\n");
    Ok(())
}

fn marshalling(option: Rec, table: i64) -> Result<String, Fatal> {
    let text = |field| option.string(field);
    let always = u8::from(option.bit("ShouldAlwaysEmit")?);
    let default = text("DefaultValue")?;
    let implied = option.optional_string("ImpliedValue")?;
    let implied = scoped(option, implied.as_ref().unwrap_or(&default))?;
    let default = scoped(option, &default)?;
    let rest = [
        text("ShouldParse")?,
        always.to_string().into(),
        text("KeyPath")?,
        default.into(),
        text("ImpliedCheck")?,
        implied.into(),
        text("Normalizer")?,
        text("Denormalizer")?,
        text("ValueMerger")?,
        text("ValueExtractor")?,
        table.to_string().into(),
    ];
    Ok(rest.join(", "))
}

/// A value, qualified by the scope of the option's values.
fn scoped(option: Rec, value: &str) -> Result<String, Fatal> {
    let scope = option.string("NormalizedValuesScope")?;
    if scope.is_empty() {
        return Ok(value.to_owned());
    }
    Ok(format!("{scope}::{value}"))
}

/// Writes the table that maps the values of an option on the command line to C++ values.
fn push_values(out: &mut Output, option: Rec) -> Result<(), Fatal> {
    let name = enum_name(option)?;
    let normalized = strings(option, "NormalizedValues")?;
    let values = option.string("Values")?;
    let values = values.split(',').filter(|it| !it.is_empty());
    writeln!(out, "static const SimpleEnumValue {name}ValueTable[] = {{");
    for (value, normalized) in values.zip(&normalized) {
        let (value, normalized) = (escaped(value), scoped(option, normalized)?);
        write!(out, "{{\"{value}\",static_cast<unsigned>({normalized})}},");
    }
    out.push("};\n");
    Ok(())
}
