//! Types and attributes that a dialect defines.

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use backend::{Fatal, Rec, bail};
use elaborate::value::{Node, ValueId};

use crate::builder::Builder;
use crate::constraint::Constraint;
use crate::dialect::{Dialect, text_or_empty};
use crate::names::getter;
use crate::traits::Trait;

/// The maximum nesting depth of base interfaces. Deeper nesting is an error.
const MAX_DEPTH: usize = 64;

/// A record of the class `TypeDef` or `AttrDef`.
#[derive(Clone, Debug)]
pub struct Definition<'a> {
    /// The record of the type or attribute.
    pub rec: Rec<'a>,
    /// The parameters in order.
    pub parameters: Vec<Parameter<'a>>,
    /// The custom builders.
    pub builders: Vec<Builder<'a>>,
    /// The traits. The bases of an interface come before it.
    pub traits: Vec<Trait<'a>>,
    /// The keyword of the type or attribute in assembly, if it has one.
    pub mnemonic: Option<Cow<'a, str>>,
    /// The declarative assembly format, if there is one.
    pub assembly_format: Option<Cow<'a, str>>,
    /// Whether the parser and the printer are written by hand in C++.
    pub has_custom_format: bool,
}

/// A parameter of a type or attribute.
#[derive(Clone, Copy, Debug)]
pub struct Parameter<'a> {
    /// The name of the parameter, if it has one.
    pub name: Option<&'static str>,
    /// The value that describes the parameter: a string with its C++ type, or a record.
    value: ValueId,
    owner: Rec<'a>,
}

impl<'a> Definition<'a> {
    /// Reads a type or attribute. The mistakes at which the reference stops are errors.
    pub fn read(rec: Rec<'a>) -> Result<Definition<'a>, Fatal> {
        let mut definition = Definition {
            rec,
            parameters: Vec::new(),
            builders: Vec::new(),
            traits: Vec::new(),
            mnemonic: rec.optional_string("mnemonic")?,
            assembly_format: rec.optional_string("assemblyFormat")?,
            has_custom_format: rec.bit("hasCustomAssemblyFormat")?,
        };
        definition.read_builders()?;
        let traits = rec.list("traits")?;
        definition.add_traits(traits, &mut FxHashSet::default(), 0)?;
        let parameters = rec.dag("parameters")?;
        let parameters = parameters.args().map(|(value, name)| Parameter {
            name,
            value,
            owner: rec,
        });
        definition.parameters = parameters.collect();
        definition.check_format()?;
        Ok(definition)
    }

    fn read_builders(&mut self) -> Result<(), Fatal> {
        let rec = self.rec;
        let Node::List(list) = rec.records().node(rec.value("builders")?) else {
            return Ok(());
        };
        for builder in list {
            let Some(def) = rec.records().def_of(*builder) else {
                bail!(rec, "a builder of '{}' is not a record", rec.name());
            };
            let builder = Builder::read(def, rec)?;
            if builder.parameters.iter().any(|it| it.name.is_none()) {
                bail!(rec, "builder parameters must have a name");
            }
            self.builders.push(builder);
        }
        Ok(())
    }

    fn add_traits(
        &mut self,
        list: &[ValueId],
        known: &mut FxHashSet<ValueId>,
        depth: usize,
    ) -> Result<(), Fatal> {
        if depth == MAX_DEPTH {
            bail!(self.rec, "interfaces are nested too deeply");
        }
        for &value in list {
            if !known.insert(value) {
                continue;
            }
            let Some(def) = self.rec.records().def_of(value) else {
                bail!(self.rec, "a trait of '{}' is not a record", self.rec.name());
            };
            if def.is_a("Interface") {
                self.add_traits(def.list("baseInterfaces")?, known, depth + 1)?;
            }
            self.traits.push(Trait::new(def));
        }
        Ok(())
    }

    fn check_format(&self) -> Result<(), Fatal> {
        let rec = self.rec;
        let has_format = self.assembly_format.is_some();
        if self.mnemonic.is_none() && (self.has_custom_format || has_format) {
            bail!(
                rec,
                "'assemblyFormat' or 'hasCustomAssemblyFormat' can only be used when 'mnemonic' is \
                 set"
            );
        }
        if self.has_custom_format && has_format {
            bail!(
                rec,
                "cannot specify both 'assemblyFormat' and 'hasCustomAssemblyFormat'"
            );
        }
        let says_how = self.has_custom_format || has_format;
        if self.mnemonic.is_some() && !self.parameters.is_empty() && !says_how {
            bail!(
                rec,
                "must specify either 'assemblyFormat' or 'hasCustomAssemblyFormat' when 'mnemonic' \
                 is set"
            );
        }
        if has_format && !rec.bit("genAccessors")? {
            bail!(rec, "'assemblyFormat' requires 'genAccessors' to be true");
        }
        Ok(())
    }

    /// Whether this is an attribute rather than a type.
    pub fn is_attribute(&self) -> bool {
        self.rec.is_a("AttrDef")
    }

    /// The dialect of the type or attribute, if it has one.
    pub fn dialect(&self) -> Option<Dialect<'a>> {
        let value = self.rec.field("dialect")?.value?;
        self.rec.records().def_of(value).map(Dialect)
    }

    /// The name of the C++ class, from `cppClassName`.
    pub fn class_name(&self) -> Result<Cow<'a, str>, Fatal> {
        self.rec.string("cppClassName")
    }

    /// The text in a field; empty if the field is missing or not a string.
    pub fn text(&self, field: &str) -> Cow<'a, str> {
        text_or_empty(self.rec, field)
    }
}

impl<'a> From<&Definition<'a>> for Rec<'a> {
    fn from(definition: &Definition<'a>) -> Rec<'a> {
        definition.rec
    }
}

impl<'a> Parameter<'a> {
    /// The text in a field of the parameter's record; `None` if there is no record or no text.
    pub fn text(self, field: &str) -> Option<Cow<'a, str>> {
        let rec = self.rec()?;
        let value = rec.field(field)?.value?;
        rec.text_of(value)
    }

    /// The record that describes the parameter; `None` if only its C++ type is given.
    pub fn rec(self) -> Option<Rec<'a>> {
        self.owner.records().def_of(self.value)
    }

    /// The C++ type of the parameter. An error if neither the parameter nor its record gives the type.
    pub fn cpp_type(self) -> Result<Cow<'a, str>, Fatal> {
        if let Some(text) = self.owner.text_of(self.value) {
            return Ok(text);
        }
        if let Some(text) = self.text("cppType") {
            return Ok(text);
        }
        let records = self.owner.records();
        let shown = elaborate::value::print::value(&records.names(), self.value);
        let message = format!("Missing `cppType` field in Attribute/Type parameter: {shown}");
        Err(match self.rec() {
            Some(rec) => rec.fatal(message),
            None => {
                let error = *records.fatal(message);
                Box::new(error.near(&self.owner.record().locs))
            }
        })
    }

    /// The C++ type that the accessor returns.
    pub fn accessor_type(self) -> Result<Cow<'a, str>, Fatal> {
        self.text("cppAccessorType")
            .map_or_else(|| self.cpp_type(), Ok)
    }

    /// The C++ type in which the parameter is stored.
    pub fn storage_type(self) -> Result<Cow<'a, str>, Fatal> {
        self.text("cppStorageType")
            .map_or_else(|| self.cpp_type(), Ok)
    }

    /// The syntax of the parameter in documentation; the C++ type if no syntax is given.
    pub fn syntax(self) -> Result<Cow<'a, str>, Fatal> {
        self.text("syntax").map_or_else(|| self.cpp_type(), Ok)
    }

    /// The default value as C++, if there is one.
    pub fn default_value(self) -> Option<Cow<'a, str>> {
        self.text("defaultValue").filter(|it| !it.is_empty())
    }

    /// Whether the parameter may be omitted, because it has a default value.
    pub fn is_optional(self) -> bool {
        self.default_value().is_some()
    }

    /// The name of the C++ method that returns the parameter.
    pub fn accessor(self) -> String {
        getter(self.name.unwrap_or_default())
    }

    /// The constraint that the parameter has to satisfy; `None` if its record is not a constraint.
    pub fn constraint(self) -> Result<Option<Constraint<'a>>, Fatal> {
        let rec = self.rec().filter(|it| it.is_a("Constraint"));
        rec.map(Constraint::read).transpose()
    }

    /// Whether the parameter is the type of a typed attribute (`AttributeSelfTypeParameter`).
    pub fn is_self_type(self) -> bool {
        self.rec()
            .is_some_and(|it| it.is_a("AttributeSelfTypeParameter"))
    }
}
