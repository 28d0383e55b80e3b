//! Passes with their options and statistics.

use std::borrow::Cow;

use backend::{Fatal, Rec, Records};

/// A pass, read from a record of the class `PassBase`.
#[derive(Clone, Debug)]
pub struct Pass<'a> {
    /// The record of the pass. The C++ class has the same name as the record.
    pub rec: Rec<'a>,
    /// The name of the pass on the command line.
    pub argument: Cow<'a, str>,
    /// The C++ class from which the generated base class derives.
    pub base_class: Cow<'a, str>,
    /// The summary of the pass; may be empty.
    pub summary: Cow<'a, str>,
    /// The C++ expression that creates the pass, if the source gives one.
    pub constructor: Option<Cow<'a, str>>,
    /// The C++ classes of the dialects whose entities the pass may create.
    pub dependent_dialects: Vec<Cow<'a, str>>,
    /// The options, in the order of the definition.
    pub options: Vec<PassOption<'a>>,
    /// The statistics, in the order of the definition.
    pub statistics: Vec<Statistic<'a>>,
}

/// An option of a pass.
#[derive(Clone, Debug)]
pub struct PassOption<'a> {
    /// The record of the option.
    pub rec: Rec<'a>,
    /// The name of the C++ variable.
    pub variable: Cow<'a, str>,
    /// The name of the option on the command line.
    pub argument: Cow<'a, str>,
    /// The C++ type of the option; for a list, the type of its elements.
    pub ty: Cow<'a, str>,
    /// The default value as a C++ expression, if there is one.
    pub default: Option<Cow<'a, str>>,
    /// The description of the option; may be empty.
    pub description: Cow<'a, str>,
    /// Further arguments for the C++ constructor of the option.
    pub flags: Option<Cow<'a, str>>,
    /// Whether the option takes several values.
    pub is_list: bool,
}

/// A statistic of a pass: a number that the pass counts.
#[derive(Clone, Debug)]
pub struct Statistic<'a> {
    /// The name of the C++ variable.
    pub variable: Cow<'a, str>,
    /// The displayed name.
    pub name: Cow<'a, str>,
    /// The description of the statistic; may be empty.
    pub description: Cow<'a, str>,
}

impl<'a> Pass<'a> {
    /// All passes of a unit, in the order of their records' names.
    pub fn all(records: &'a Records) -> Result<Vec<Pass<'a>>, Fatal> {
        let all = all_records(records)?.into_iter();
        all.map(Pass::read).collect()
    }

    /// Reads the pass that a record describes. An error if a field is missing or has another type.
    pub fn read(rec: Rec<'a>) -> Result<Pass<'a>, Fatal> {
        let options = rec.list_of_defs("options")?.into_iter();
        let statistics = rec.list_of_defs("statistics")?.into_iter();
        Ok(Pass {
            rec,
            argument: rec.string("argument")?,
            base_class: rec.string("baseClass")?,
            summary: rec.string("summary")?,
            constructor: unless_empty(rec.string("constructor")?),
            dependent_dialects: rec.list_of_strings("dependentDialects")?,
            options: options.map(PassOption::read).collect::<Result<_, _>>()?,
            statistics: statistics.map(Statistic::read).collect::<Result<_, _>>()?,
        })
    }

    /// The C++ expression that creates the pass: the given constructor, or else `create…()` with the name of the
    /// record.
    pub fn call(&self) -> Cow<'a, str> {
        let constructor = self.constructor.clone();
        constructor.unwrap_or_else(|| generated_call(self.rec))
    }
}

/// The records of all passes of a unit, in the order of their names. An error if the options, the statistics or the
/// dialects of a pass are not a list. The other fields are only read by the generators that write them, so that a
/// missing text is an error of these generators only.
pub fn all_records<'a>(records: &'a Records) -> Result<Vec<Rec<'a>>, Fatal> {
    let all = records.derived("PassBase")?;
    for rec in &all {
        rec.list_of_defs("options")?;
        rec.list_of_defs("statistics")?;
        rec.list_of_strings("dependentDialects")?;
    }
    Ok(all)
}

/// [`Pass::call`] for the record of a pass.
pub fn call_of<'a>(rec: Rec<'a>) -> Result<Cow<'a, str>, Fatal> {
    let constructor = unless_empty(rec.string("constructor")?);
    Ok(constructor.unwrap_or_else(|| generated_call(rec)))
}

fn generated_call<'a>(rec: Rec) -> Cow<'a, str> {
    format!("create{}()", rec.name()).into()
}

impl<'a> PassOption<'a> {
    fn read(rec: Rec<'a>) -> Result<PassOption<'a>, Fatal> {
        Ok(PassOption {
            rec,
            variable: rec.string("cppName")?,
            argument: rec.string("argument")?,
            ty: rec.string("type")?,
            default: unless_empty(rec.string("defaultValue")?),
            description: rec.string("description")?,
            flags: unless_empty(rec.string("additionalOptFlags")?),
            is_list: rec.is_a("ListOption"),
        })
    }
}

impl<'a> Statistic<'a> {
    fn read(rec: Rec<'a>) -> Result<Statistic<'a>, Fatal> {
        Ok(Statistic {
            variable: rec.string("cppName")?,
            name: rec.string("name")?,
            description: rec.string("description")?,
        })
    }
}

fn unless_empty(text: Cow<str>) -> Option<Cow<str>> {
    Some(text).filter(|it| !it.is_empty())
}
