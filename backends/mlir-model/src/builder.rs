//! Custom builders: C++ functions that create an operation, a type or an attribute.

use std::borrow::Cow;

use backend::{Fatal, Rec, bail};
use elaborate::value::ValueId;

/// A custom builder.
#[derive(Clone, Debug)]
pub struct Builder<'a> {
    /// The record of the builder.
    pub rec: Rec<'a>,
    /// The parameters in order.
    pub parameters: Vec<Parameter<'a>>,
}

/// A parameter of a builder.
#[derive(Clone, Debug)]
pub struct Parameter<'a> {
    /// The name of the parameter, if it has one.
    pub name: Option<&'static str>,
    /// The default argument, as C++.
    pub default: Option<Cow<'a, str>>,
    value: ValueId,
    rec: Rec<'a>,
}

impl<'a> Parameter<'a> {
    /// The C++ type of the parameter. An error if the parameter is neither a string nor a record with a field `type`.
    pub fn cpp_type(&self) -> Result<Cow<'a, str>, Fatal> {
        if let Some(text) = self.rec.text_of(self.value) {
            return Ok(text);
        }
        let records = self.rec.records();
        match records.def_of(self.value) {
            Some(argument) if argument.field("type").is_some() => argument.string("type"),
            _ => {
                let message =
                    "Builder DAG arguments must be either strings or defs which inherit from CArg";
                let error = *records.fatal(message.to_owned());
                Err(Box::new(error.near(&self.rec.record().locs)))
            }
        }
    }
}

impl<'a> Builder<'a> {
    /// Reads a builder. `owner` is the operation, type or attribute that the builder creates. An error if a parameter
    /// without a default follows a parameter with a default.
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

    /// The C++ template of the body. `None` if the builder is only declared.
    pub fn body(&self) -> Result<Option<Cow<'a, str>>, Fatal> {
        let body = self.rec.optional_string("body")?;
        Ok(body.filter(|it| !it.is_empty()))
    }

    /// The deprecation message; `None` if the builder is not deprecated.
    pub fn deprecation(&self) -> Result<Option<Cow<'a, str>>, Fatal> {
        let message = self.rec.optional_string("odsCppDeprecated")?;
        Ok(message.filter(|it| !it.is_empty()))
    }
}
