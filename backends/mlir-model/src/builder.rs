//! Builders that authors give: functions that make an operation, a type or an attribute.

use std::borrow::Cow;

use backend::{Fatal, Rec, bail};
use elaborate::value::ValueId;

/// A builder.
#[derive(Clone, Debug)]
pub struct Builder<'a> {
    /// The record.
    pub rec: Rec<'a>,
    /// Its parameters in order.
    pub parameters: Vec<Parameter<'a>>,
}

/// A parameter of a builder.
#[derive(Clone, Debug)]
pub struct Parameter<'a> {
    /// Its name, if it has one.
    pub name: Option<&'static str>,
    /// The value where none is given, as C++.
    pub default: Option<Cow<'a, str>>,
    value: ValueId,
    rec: Rec<'a>,
}

impl<'a> Parameter<'a> {
    /// Its type in C++.
    pub fn cpp_type(&self) -> Result<Cow<'a, str>, Fatal> {
        if let Some(text) = self.rec.text_of(self.value) {
            return Ok(text);
        }
        let records = self.rec.records();
        match records.def_of(self.value) {
            Some(argument) if argument.field("type").is_some() => argument.string("type"),
            _ => bail!(
                records,
                "Builder DAG arguments must be either strings or defs which inherit from CArg"
            ),
        }
    }
}

impl<'a> Builder<'a> {
    /// Reads a builder of `owner`, an operation, type or attribute.
    pub fn read(rec: Rec<'a>, owner: Rec<'a>) -> Result<Builder<'a>, Fatal> {
        let dag = rec.dag("dagParams")?;
        if dag.op_def().is_none_or(|it| it.name() != "ins") {
            bail!(rec, "expected 'ins' in builders");
        }
        let mut parameters: Vec<Parameter> = Vec::with_capacity(dag.len());
        for (value, name) in dag.args() {
            let default = match rec.records().def_of(value) {
                Some(argument) => argument.optional_string("defaultValue")?,
                None => None,
            };
            let default = default.filter(|it| !it.is_empty());
            let before = parameters.last().is_some_and(|it| it.default.is_some());
            if before && default.is_none() {
                bail!(
                    owner,
                    "expected an argument with default value after other arguments with default \
                     values"
                );
            }
            parameters.push(Parameter {
                name,
                default,
                value,
                rec,
            });
        }
        Ok(Builder { rec, parameters })
    }

    /// Its body as a template of C++; without one it is only declared.
    pub fn body(&self) -> Result<Option<Cow<'a, str>>, Fatal> {
        let body = self.rec.optional_string("body")?;
        Ok(body.filter(|it| !it.is_empty()))
    }

    /// What to use instead, if it is deprecated.
    pub fn deprecation(&self) -> Result<Option<Cow<'a, str>>, Fatal> {
        let message = self.rec.optional_string("odsCppDeprecated")?;
        Ok(message.filter(|it| !it.is_empty()))
    }
}
