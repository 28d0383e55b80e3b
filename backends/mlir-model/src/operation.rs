//! Operations: what their records say, in the order in which the reference reads it.

mod inference;
mod read;

use std::borrow::Cow;

use backend::{Fatal, Rec};

use crate::attribute::Attribute;
use crate::builder::Builder;
use crate::constraint::Constraint;
use crate::dialect::Dialect;
use crate::names::qualified;
use crate::property::Property;
use crate::traits::Trait;
use crate::type_constraint::TypeConstraint;

pub use inference::{InferredType, Source};
pub use read::operation_name;

/// An operation.
#[derive(Clone, Debug)]
pub struct Operation<'a> {
    /// The record.
    pub rec: Rec<'a>,
    /// Its dialect.
    pub dialect: Dialect<'a>,
    /// Its name with that of the dialect.
    pub name: String,
    /// The name of its C++ class.
    pub class_name: &'a str,
    /// The namespace of its C++ class.
    pub namespace: Cow<'a, str>,
    /// Its operands, attributes and properties, in the order of their definition.
    pub arguments: Vec<Argument>,
    /// Its operands.
    pub operands: Vec<Value<'a>>,
    /// Its attributes, derived ones last.
    pub attributes: Vec<NamedAttribute<'a>>,
    /// Its properties.
    pub properties: Vec<NamedProperty<'a>>,
    /// Its results.
    pub results: Vec<Value<'a>>,
    /// Its regions.
    pub regions: Vec<Part<'a>>,
    /// Its successors.
    pub successors: Vec<Part<'a>>,
    /// Its traits without repetitions, those that follow from its types last.
    pub traits: Vec<Trait<'a>>,
    /// Its builders.
    pub builders: Vec<Builder<'a>>,
    /// Where each result's type comes from, if all follow from others.
    pub inferred_types: Option<Vec<InferredType<'a>>>,
    /// The qualified names of `traits`, in the same order; empty for a predicate or a record without one.
    trait_names: Vec<Cow<'a, str>>,
}

/// An argument, by its index among its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// An operand.
    Operand(usize),
    /// An attribute.
    Attribute(usize),
    /// A property.
    Property(usize),
}

/// An operand or result.
#[derive(Clone, Copy, Debug)]
pub struct Value<'a> {
    /// Its name, empty if it has none.
    pub name: &'static str,
    /// The constraint on its type.
    pub ty: TypeConstraint<'a>,
    /// The record that gives effects with the constraint, if there is one.
    pub decorated: Option<Rec<'a>>,
}

/// An attribute with its name.
#[derive(Clone, Copy, Debug)]
pub struct NamedAttribute<'a> {
    /// Its name.
    pub name: &'static str,
    /// The attribute.
    pub attr: Attribute<'a>,
    /// The record that gives effects with the constraint, if there is one.
    pub decorated: Option<Rec<'a>>,
}

/// A property with its name.
#[derive(Clone, Copy, Debug)]
pub struct NamedProperty<'a> {
    /// Its name.
    pub name: &'static str,
    /// The property.
    pub prop: Property<'a>,
}

/// A region or successor.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// Its name, empty if it has none.
    pub name: &'static str,
    /// Its constraint.
    pub constraint: Constraint<'a>,
    /// Whether it is variadic.
    pub is_variadic: bool,
}

impl<'a> Operation<'a> {
    /// The class with its namespace.
    pub fn qualified_class_name(&self) -> String {
        qualified(&self.namespace, self.class_name)
    }

    /// Whether it has a trait of this qualified name.
    pub fn has_trait(&self, name: &str) -> bool {
        self.trait_names.iter().any(|it| it == name)
    }

    fn add_trait(&mut self, it: Trait<'a>) {
        self.trait_names
            .push(it.qualified_name().unwrap_or_default());
        self.traits.push(it);
    }

    /// Whether its operands have an attribute or property with their numbers.
    pub fn has_operand_segments(&self) -> bool {
        self.has_trait("::mlir::OpTrait::AttrSizedOperandSegments")
    }

    /// Whether its results have an attribute or property with their numbers.
    pub fn has_result_segments(&self) -> bool {
        self.has_trait("::mlir::OpTrait::AttrSizedResultSegments")
    }

    /// Its attributes that are stored.
    pub fn native_attributes(&self) -> impl DoubleEndedIterator<Item = &NamedAttribute<'a>> {
        self.attributes.iter().filter(|it| !it.attr.is_derived())
    }

    /// Its summary.
    pub fn summary(&self) -> Result<Cow<'a, str>, Fatal> {
        self.rec.string("summary")
    }

    /// Its description.
    pub fn description(&self) -> Result<Cow<'a, str>, Fatal> {
        self.rec.string("description")
    }

    /// Its declarative assembly format, if it has one.
    pub fn assembly_format(&self) -> Option<Cow<'a, str>> {
        let value = self.rec.field("assemblyFormat")?.value?;
        self.rec.text_of(value)
    }
}

/// The number of operands or results that stand for other than one value.
pub fn variable_length(values: &[Value]) -> usize {
    values
        .iter()
        .filter(|it| it.ty.has_variable_length())
        .count()
}

/// The number of regions or successors that stand for any number.
pub fn variadic(parts: &[Part]) -> usize {
    parts.iter().filter(|it| it.is_variadic).count()
}
