//! Operations, as their records define them. The order in which fields are read determines which error is reported
//! first.

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

/// An operation, read from a record of the class `Op`.
#[derive(Clone, Debug)]
pub struct Operation<'a> {
    /// The record of the operation.
    pub rec: Rec<'a>,
    /// The dialect of the operation.
    pub dialect: Dialect<'a>,
    /// The name of the operation, with the prefix of the dialect.
    pub name: String,
    /// The name of the C++ class.
    pub class_name: &'a str,
    /// The namespace of the C++ class.
    pub namespace: Cow<'a, str>,
    /// The operands, attributes and properties, in the order of their definition.
    pub arguments: Vec<Argument>,
    /// The operands, in the order of `arguments`.
    pub operands: Vec<Value<'a>>,
    /// The attributes in the order of `arguments`, followed by the derived attributes.
    pub attributes: Vec<NamedAttribute<'a>>,
    /// The properties, in the order of `arguments`.
    pub properties: Vec<NamedProperty<'a>>,
    /// The results, in the order of their definition.
    pub results: Vec<Value<'a>>,
    /// The regions, in the order of their definition.
    pub regions: Vec<Part<'a>>,
    /// The successors, in the order of their definition.
    pub successors: Vec<Part<'a>>,
    /// The traits. If the types of all results can be inferred, `InferTypeOpInterface` is added last.
    pub traits: Vec<Trait<'a>>,
    /// The custom builders, in the order of their definition.
    pub builders: Vec<Builder<'a>>,
    /// The source of each result's type; `None` if not all types can be inferred.
    pub inferred_types: Option<Vec<InferredType<'a>>>,
    /// The qualified C++ names of `traits`, in the same order; empty for a trait without a name.
    trait_names: Vec<Option<Cow<'a, str>>>,
}

/// An argument of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// An index in `Operation::operands`.
    Operand(usize),
    /// An index in `Operation::attributes`.
    Attribute(usize),
    /// An index in `Operation::properties`.
    Property(usize),
}

/// An operand or result.
#[derive(Clone, Copy, Debug)]
pub struct Value<'a> {
    /// The name; empty if it is missing.
    pub name: &'static str,
    /// The constraint on the type.
    pub ty: TypeConstraint<'a>,
    /// The `Arg` or `Res` that adds side effects to the constraint, if there is one.
    pub decorated: Option<Rec<'a>>,
}

/// An attribute with its name.
#[derive(Clone, Copy, Debug)]
pub struct NamedAttribute<'a> {
    /// The name of the attribute.
    pub name: &'static str,
    /// The constraint of the attribute.
    pub attr: Attribute<'a>,
    /// The `Arg` that adds side effects to the constraint, if there is one.
    pub decorated: Option<Rec<'a>>,
}

/// A property with its name.
#[derive(Clone, Copy, Debug)]
pub struct NamedProperty<'a> {
    /// The name of the property.
    pub name: &'static str,
    /// The record that describes the property.
    pub prop: Property<'a>,
}

/// A region or successor.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// The name; empty if it is missing.
    pub name: &'static str,
    /// The constraint on the region or successor.
    pub constraint: Constraint<'a>,
    /// Whether any number of regions or successors may be given.
    pub is_variadic: bool,
}

impl<'a> Operation<'a> {
    /// The name of the C++ class, qualified with its namespace.
    pub fn qualified_class_name(&self) -> String {
        qualified(&self.namespace, self.class_name)
    }

    /// Whether the operation has the trait with the qualified C++ name `name`.
    pub fn has_trait(&self, name: &str) -> bool {
        self.trait_names.iter().flatten().any(|it| it == name)
    }

    /// Checks the names of the traits in front of the trait called `name`, or of all traits if there is no such trait:
    /// an error if a name cannot be read. The reference searches for traits in this way.
    pub fn check_traits_before(&self, name: &str) -> Result<(), Fatal> {
        for (it, known) in self.traits.iter().zip(&self.trait_names) {
            match known {
                Some(known) if known == name => break,
                Some(_) => {}
                None => drop(it.qualified_name()?),
            }
        }
        Ok(())
    }

    fn add_trait(&mut self, it: Trait<'a>) {
        self.trait_names.push(it.qualified_name().ok());
        self.traits.push(it);
    }

    /// Whether an attribute or property stores how many values each operand has.
    pub fn has_operand_segments(&self) -> bool {
        self.has_trait("::mlir::OpTrait::AttrSizedOperandSegments")
    }

    /// Whether an attribute or property stores how many values each result has.
    pub fn has_result_segments(&self) -> bool {
        self.has_trait("::mlir::OpTrait::AttrSizedResultSegments")
    }

    /// The attributes that are stored, not derived.
    pub fn native_attributes(&self) -> impl DoubleEndedIterator<Item = &NamedAttribute<'a>> {
        self.attributes.iter().filter(|it| !it.attr.is_derived())
    }

    /// The summary of the operation; may be empty.
    pub fn summary(&self) -> Result<Cow<'a, str>, Fatal> {
        self.rec.string("summary")
    }

    /// The description of the operation; may be empty.
    pub fn description(&self) -> Result<Cow<'a, str>, Fatal> {
        self.rec.string("description")
    }

    /// The declarative assembly format, if there is one.
    pub fn assembly_format(&self) -> Option<Cow<'a, str>> {
        let value = self.rec.field("assemblyFormat")?.value?;
        self.rec.text_of(value)
    }
}

/// The number of operands or results whose number of values may differ from 1.
pub fn variable_length(values: &[Value]) -> usize {
    values
        .iter()
        .filter(|it| it.ty.has_variable_length())
        .count()
}

/// The number of variadic regions or successors.
pub fn variadic(parts: &[Part]) -> usize {
    parts.iter().filter(|it| it.is_variadic).count()
}
