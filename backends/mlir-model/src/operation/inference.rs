//! Inference of result types from operands, attributes and other results.

use std::borrow::Cow;

use backend::{Fatal, spend};

use super::{Argument, Operation, variable_length};
use crate::traits::{Trait, TraitKind};

/// The source of a result's type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InferredType<'a> {
    /// The argument or result from whose type the result's type is computed.
    pub source: Source,
    /// The C++ template that computes the result's type; `$_self` is the type of the source.
    pub transformer: Cow<'a, str>,
}

/// The argument or result that a type is inferred from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// An argument, by its index in `Operation::arguments`.
    Argument(usize),
    /// A result, by its index. If this is the result whose type is inferred, the type is built as its constraint says
    /// (`TypeConstraint::builder_call`).
    Result(usize),
}

/// The state of the inference for one result: the possible sources of its type. Once the type is inferred, the first
/// source is used.
#[derive(Clone, Debug, Default)]
struct Known<'a> {
    sources: Vec<InferredType<'a>>,
    is_inferred: bool,
}

impl<'a> Operation<'a> {
    /// Determines whether the types of all results can be inferred. If so, adds the trait `InferTypeOpInterface`.
    pub(super) fn infer_types(&mut self) -> Result<(), Fatal> {
        let records = self.rec.records();
        let Some(interface) = records.def("InferTypeOpInterface") else {
            return Ok(());
        };
        if self.results.is_empty() || variable_length(&self.results) > 0 {
            return Ok(());
        }
        let same_type = "::mlir::OpTrait::SameOperandsAndResultType";
        self.check_traits_before(same_type)?;
        self.inferred_types = if self.has_trait(same_type) {
            self.first_operand_type()
        } else {
            self.types_of_traits()?
        };
        if self.inferred_types.is_some() {
            self.add_trait(Trait::new(interface));
        }
        Ok(())
    }

    /// Infers all result types from the first operand that always has exactly one value; `None` if there is no such
    /// operand.
    fn first_operand_type(&self) -> Option<Vec<InferredType<'a>>> {
        let is_single = |argument: &Argument| match *argument {
            Argument::Operand(index) => !self.operands[index].ty.has_variable_length(),
            _ => false,
        };
        let index = self.arguments.iter().position(is_single)?;
        let inferred = same_as(Source::Argument(index));
        Some(vec![inferred; self.results.len()])
    }

    fn types_of_traits(&self) -> Result<Option<Vec<InferredType<'a>>>, Fatal> {
        let mut known: Vec<Known> = vec![Known::default(); self.results.len()];
        for (index, result) in self.results.iter().enumerate() {
            if result.ty.builder_call()?.is_some() {
                known[index].sources.push(same_as(Source::Result(index)));
                known[index].is_inferred = true;
            }
        }
        for it in &self.traits {
            let is_interface = it.kind == TraitKind::Interface;
            // If the author lists the interface, C++ code written by hand infers the types.
            if it.rec.is_a("InferTypeOpInterface::Trait")
                || is_interface && it.rec.name() == "InferTypeOpInterface"
            {
                return Ok(None);
            }
            if it.rec.is_a("TypesMatchWith") {
                self.read_types_match(*it, &mut known)?;
            } else if it.rec.is_a("AllTypesMatch") {
                self.read_all_types_match(*it, &mut known)?;
            }
        }
        propagate(&mut known);
        if known.iter().any(|it| !it.is_inferred) {
            return Ok(None);
        }
        let first = |it: Known<'a>| it.sources.into_iter().next();
        Ok(known.into_iter().map(first).collect())
    }

    fn read_types_match(&self, it: Trait<'a>, known: &mut [Known<'a>]) -> Result<(), Fatal> {
        let Source::Result(target) = self.source(&it.rec.string("rhs")?) else {
            return Ok(());
        };
        if known[target].is_inferred {
            return Ok(());
        }
        let source = self.source(&it.rec.string("lhs")?);
        let transformer = it.rec.string("transformer")?;
        let inferred = InferredType {
            source,
            transformer,
        };
        known[target].is_inferred = is_known(source, known);
        known[target].sources.push(inferred);
        Ok(())
    }

    fn read_all_types_match(&self, it: Trait<'a>, known: &mut [Known<'a>]) -> Result<(), Fatal> {
        let names = it.rec.list_of_strings("values")?;
        let sources: Vec<Source> = names.iter().map(|name| self.source(name)).collect();
        let results = sources.iter().filter_map(|it| match *it {
            Source::Result(index) => Some(index),
            Source::Argument(_) => None,
        });
        let results: Vec<usize> = results.collect();
        let root = sources.iter().rfind(|it| is_known(**it, known));
        for &result in &results {
            match root {
                Some(_) if known[result].is_inferred => {}
                Some(root) => {
                    known[result].sources = vec![same_as(*root)];
                    known[result].is_inferred = true;
                }
                None => {
                    spend(results.len());
                    let others = results.iter().filter(|it| **it != result);
                    let others = others.map(|it| same_as(Source::Result(*it)));
                    known[result].sources.extend(others);
                }
            }
        }
        Ok(())
    }

    /// The argument or result with a name. As in the reference, an unknown name gives the first argument.
    fn source(&self, name: &str) -> Source {
        let result = self.results.iter().rposition(|it| it.name == name);
        if let Some(index) = result.filter(|_| !name.is_empty()) {
            return Source::Result(index);
        }
        let is_named = |it: &Argument| self.argument_name(*it) == name;
        let argument = self.arguments.iter().rposition(is_named);
        Source::Argument(argument.filter(|_| !name.is_empty()).unwrap_or(0))
    }

    /// The name of an argument; empty if it has none.
    pub fn argument_name(&self, argument: Argument) -> &'static str {
        match argument {
            Argument::Operand(index) => self.operands[index].name,
            Argument::Attribute(index) => self.attributes[index].name,
            Argument::Property(index) => self.properties[index].name,
        }
    }
}

fn same_as<'a>(source: Source) -> InferredType<'a> {
    InferredType {
        source,
        transformer: Cow::Borrowed("$_self"),
    }
}

fn is_known(source: Source, known: &[Known]) -> bool {
    match source {
        Source::Argument(_) => true,
        Source::Result(index) => known[index].is_inferred,
    }
}

/// Infers types of results from the types of other results until nothing changes.
fn propagate(known: &mut [Known]) {
    let mut changes = true;
    while std::mem::take(&mut changes) {
        for index in 0..known.len() {
            if known[index].is_inferred {
                continue;
            }
            spend(1 + known[index].sources.len());
            let sources = known[index].sources.iter();
            let Some(source) = sources
                .clone()
                .find(|it| is_known(it.source, known))
                .cloned()
            else {
                continue;
            };
            known[index].sources = vec![source];
            known[index].is_inferred = true;
            changes = true;
        }
    }
}
