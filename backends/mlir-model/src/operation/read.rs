//! Reads operations from records. The mistakes at which the reference stops are errors.

use std::collections::HashMap;

use rustc_hash::{FxHashMap, FxHashSet};

use backend::{Dag, Fatal, Rec, bail};
use elaborate::lattice::TypeLattice;
use elaborate::sym;
use elaborate::value::{Node, ValueId};

use super::{
    Argument, NamedAttribute, NamedProperty, Operation, Part, Value, variable_length, variadic,
};
use crate::attribute::Attribute;
use crate::builder::Builder;
use crate::constraint::{Constraint, without_decorators};
use crate::dialect::Dialect;
use crate::names::camel_case;
use crate::property::Property;
use crate::traits::Trait;
use crate::type_constraint::TypeConstraint;

/// The maximum nesting depth of lists of traits. A list that contains itself reaches this limit.
const MAX_DEPTH: usize = 64;

impl<'a> Operation<'a> {
    /// Reads an operation from a record of the class `Op`.
    pub fn read(rec: Rec<'a>) -> Result<Operation<'a>, Fatal> {
        let dialect = Dialect(rec.def("opDialect")?).check()?;
        let mut op = Operation {
            rec,
            dialect,
            name: operation_name(rec)?,
            class_name: class_name(rec.name()),
            namespace: rec.string("cppNamespace")?,
            arguments: Vec::new(),
            operands: Vec::new(),
            attributes: Vec::new(),
            properties: Vec::new(),
            results: Vec::new(),
            regions: Vec::new(),
            successors: Vec::new(),
            traits: Vec::new(),
            trait_names: Vec::new(),
            builders: Vec::new(),
            inferred_types: None,
        };
        op.read_arguments()?;
        op.read_derived_attributes()?;
        op.read_results()?;
        op.successors = op.read_parts("successors", "successor", "VariadicSuccessor")?;
        op.read_traits()?;
        op.infer_types()?;
        op.regions = op.read_parts("regions", "region", "VariadicRegion")?;
        op.read_builders()?;
        op.check_names()?;
        Ok(op)
    }

    fn read_arguments(&mut self) -> Result<(), Fatal> {
        let rec = self.rec;
        for (index, (value, name)) in rec.dag("arguments")?.args().enumerate() {
            let Some(given) = rec.records().def_of(value) else {
                bail!(rec, "undefined type for argument #{index}");
            };
            let def = without_decorators(given)?;
            let decorated = (given != def).then_some(given);
            let argument = if def.is_a("TypeConstraint") {
                let ty = TypeConstraint::new(def);
                let name = name.unwrap_or_default();
                self.operands.push(Value {
                    name,
                    ty,
                    decorated,
                });
                Argument::Operand(self.operands.len() - 1)
            } else if def.is_a("Attr") {
                let Some(name) = name else {
                    bail!(def, "attributes must be named");
                };
                let attr = Attribute(def);
                if attr.is_derived() {
                    bail!(def, "derived attributes not allowed in argument list");
                }
                self.attributes.push(NamedAttribute {
                    name,
                    attr,
                    decorated,
                });
                Argument::Attribute(self.attributes.len() - 1)
            } else if def.is_a("Property") {
                let Some(name) = name else {
                    bail!(def, "properties must be named");
                };
                let prop = Property(def);
                self.properties.push(NamedProperty { name, prop });
                Argument::Property(self.properties.len() - 1)
            } else {
                bail!(
                    rec,
                    "unexpected def type; only defs deriving from TypeConstraint or Attr or \
                     Property are allowed"
                );
            };
            self.arguments.push(argument);
        }
        Ok(())
    }

    /// Reads the derived attributes: the fields whose type is the class `DerivedAttr`.
    fn read_derived_attributes(&mut self) -> Result<(), Fatal> {
        let rec = self.rec;
        let records = rec.records();
        for field in rec.record().fields() {
            if !records.is_record_of(field.ty, sym!("Attr")) {
                continue;
            }
            if !records.is_record_of(field.ty, sym!("DerivedAttr")) {
                bail!(rec, "unexpected Attr where only DerivedAttr is allowed");
            }
            let Some(def) = field.value.and_then(|it| records.def_of(it)) else {
                bail!(rec, "the derived attribute '{}' has no value", field.name);
            };
            self.attributes.push(NamedAttribute {
                name: field.name.as_str(),
                attr: Attribute(def),
                decorated: None,
            });
        }
        Ok(())
    }

    /// The dag in a field. An error if the dag's operator is not `operator`.
    fn dag_of(&self, field: &str, operator: &str) -> Result<Dag<'a>, Fatal> {
        let dag = self.rec.dag(field)?;
        if dag.op_def().is_none_or(|it| it.name() != operator) {
            bail!(self.rec, "'{field}' must have '{operator}' directive");
        }
        Ok(dag)
    }

    fn read_results(&mut self) -> Result<(), Fatal> {
        let rec = self.rec;
        for (index, (value, name)) in self.dag_of("results", "outs")?.args().enumerate() {
            let Some(given) = rec.records().def_of(value) else {
                bail!(rec, "undefined type for result #{index}");
            };
            let def = without_decorators(given)?;
            let ty = TypeConstraint::new(def);
            self.results.push(Value {
                name: name.unwrap_or_default(),
                ty,
                decorated: (given != def).then_some(given),
            });
            if ty.is_variadic_of_variadic() {
                bail!(
                    rec,
                    "'VariadicOfVariadic' results are currently not supported"
                );
            }
        }
        Ok(())
    }

    /// Reads the regions or successors from a dag with the operator `kind`. Parts of class `variadic` are variadic.
    fn read_parts(&self, field: &str, kind: &str, variadic: &str) -> Result<Vec<Part<'a>>, Fatal> {
        let rec = self.rec;
        let dag = self.dag_of(field, kind)?;
        let mut parts = Vec::with_capacity(dag.len());
        for (index, (value, name)) in dag.args().enumerate() {
            let Some(def) = rec.records().def_of(value) else {
                bail!(rec, "undefined kind for {kind} #{index}");
            };
            let is_variadic = def.is_a(variadic);
            if is_variadic && index + 1 != dag.len() {
                bail!(rec, "only the last {kind} can be variadic");
            }
            if is_variadic && kind == "region" && name.is_none() {
                bail!(rec, "variadic regions must be named");
            }
            parts.push(Part {
                name: name.unwrap_or_default(),
                constraint: Constraint::read(def)?,
                is_variadic,
            });
        }
        Ok(parts)
    }

    fn read_traits(&mut self) -> Result<(), Fatal> {
        let list = self.rec.list("traits")?;
        self.add_traits(list, &mut FxHashSet::default(), 0)
    }

    fn add_traits(
        &mut self,
        list: &[ValueId],
        known: &mut FxHashSet<ValueId>,
        depth: usize,
    ) -> Result<(), Fatal> {
        let records = self.rec.records();
        if depth == MAX_DEPTH {
            bail!(self.rec, "lists of traits are nested too deeply");
        }
        for &value in list {
            let Some(def) = records.def_of(value) else {
                bail!(self.rec, "a trait of '{}' is not a record", self.rec.name());
            };
            if def.is_a("TraitList") {
                self.add_traits(def.list("traits")?, known, depth + 1)?;
                continue;
            }
            if !known.insert(value) {
                continue;
            }
            if def.is_a("Interface") {
                self.add_traits(def.list("baseInterfaces")?, known, depth + 1)?;
            }
            for needed in def.list("dependentTraits")? {
                if known.contains(needed) {
                    continue;
                }
                let needed = records.def_of(*needed).map(|it| it.string("trait"));
                let needed = needed.transpose()?.unwrap_or_default();
                let name = def.string("trait")?;
                bail!(
                    self.rec,
                    "{name} requires {needed} to precede it in traits list"
                );
            }
            self.add_trait(Trait::new(def));
        }
        Ok(())
    }

    fn read_builders(&mut self) -> Result<(), Fatal> {
        let rec = self.rec;
        let value = rec.value("builders")?;
        let list: &[ValueId] = match rec.records().node(value) {
            Node::List(list) => list,
            _ => &[],
        };
        for builder in list {
            let Some(def) = rec.records().def_of(*builder) else {
                bail!(rec, "a builder of '{}' is not a record", rec.name());
            };
            self.builders.push(Builder::read(def, rec)?);
        }
        if list.is_empty() && rec.bit("skipDefaultBuilders")? {
            bail!(
                rec,
                "default builders are skipped and no custom builders provided"
            );
        }
        Ok(())
    }

    /// Checks that operands, results, regions and successors have different names, and that no generated accessor has
    /// the name of an accessor that all operations have.
    fn check_names(&self) -> Result<(), Fatal> {
        let values = |values: &[Value<'a>], kind| -> Vec<_> {
            values.iter().map(|it| (it.name, kind)).collect()
        };
        let parts = |parts: &[Part<'a>], kind| -> Vec<_> {
            parts.iter().map(|it| (it.name, kind)).collect()
        };
        let all = [
            values(&self.operands, "operands"),
            values(&self.results, "results"),
            parts(&self.regions, "regions"),
            parts(&self.successors, "successors"),
        ];
        let mut known: FxHashMap<&str, &str> = HashMap::default();
        for (name, kind) in all.concat() {
            if name.is_empty() {
                continue;
            }
            match known.insert(name, kind) {
                None => self.check_accessor(name)?,
                Some(other) if other == kind => {
                    let message = "op has a conflict with two";
                    bail!(self.rec, "{message} {kind} having the same name '{name}'");
                }
                Some(other) => {
                    let message = "op has a conflict with";
                    bail!(
                        self.rec,
                        "{message} {other} and {kind} both having an entry with the name '{name}'"
                    );
                }
            }
        }
        Ok(())
    }

    fn check_accessor(&self, name: &str) -> Result<(), Fatal> {
        let overlaps = match &*camel_case(name, true) {
            "AttributeNames" | "Attributes" | "Operation" => true,
            "Operands" => self.operands.len() != 1 || variable_length(&self.operands) != 1,
            "Regions" => self.regions.len() != 1 || variadic(&self.regions) != 1,
            "Type" => self.results.len() != 1,
            _ => false,
        };
        if overlaps {
            bail!(
                self.rec,
                "generated accessor for `{name}` overlaps with a default one; please rename to \
                 avoid overlap"
            );
        }
        Ok(())
    }
}

/// The name of an operation, with the prefix of its dialect.
pub fn operation_name(rec: Rec) -> Result<String, Fatal> {
    let dialect = rec.def("opDialect")?.string("name")?;
    let name = rec.string("opName")?;
    Ok(if dialect.is_empty() {
        name.into_owned()
    } else {
        format!("{dialect}.{name}")
    })
}

/// The name of the C++ class: the part of the record's name after the first underscore. A name with a leading
/// underscore is kept whole. If nothing follows the underscore, the name of the class is the part before it.
fn class_name(name: &str) -> &str {
    match name.split_once('_') {
        None | Some(("", _)) => name,
        Some((prefix, "")) => prefix,
        Some((_, class)) => class,
    }
}
