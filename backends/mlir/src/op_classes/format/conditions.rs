//! The conditions under which optional elements are printed.

use backend::Fatal;

use mlir_model::format::Element;
use mlir_model::format::operation::Own;
use mlir_model::names::getter;
use mlir_model::operation::Value;
use mlir_model::template::Substitutions;
use mlir_model::type_constraint::Arity;

use super::super::attributes::default_attribute;
use super::{Formatted, changes};

impl Formatted<'_, '_> {
    /// The C++ condition that the anchor of a group is present; empty if the anchor is always present.
    pub(super) fn is_present(&self, anchor: &Element<Own>) -> Result<String, Fatal> {
        let own = match anchor {
            Element::Own(own) => own,
            Element::Custom(custom) => {
                let arguments = custom.arguments.iter();
                let all: Result<Vec<String>, Fatal> = arguments
                    .map(|it| Ok(format!("({})", self.is_present(it)?)))
                    .collect();
                return Ok(format!("({})", all?.join(" || ")));
            }
            _ => return Ok(String::new()),
        };
        Ok(match own {
            Own::Operand(_) | Own::Result(_) => match self.value(anchor) {
                Some(Value { name, ty, .. }) => match ty.arity {
                    Arity::Optional => format!("{}()", getter(name)),
                    Arity::Variadic | Arity::VariadicOfVariadic => {
                        format!("!{}().empty()", getter(name))
                    }
                    Arity::One => String::new(),
                },
                None => String::new(),
            },
            Own::Region(index) => {
                format!("!{}().empty()", getter(self.op.regions[*index].name))
            }
            Own::Type(of, _) | Own::FunctionalType(of, _) => self.is_present(of)?,
            Own::Attribute(index, _) => self.attribute_is_given(*index, false)?,
            Own::Property(index) => self.property_is_given(*index),
            _ => String::new(),
        })
    }

    /// The condition that an attribute is given. As `changes::attribute_checks` selects, it tests whether the attribute
    /// is present, whether it differs from its default value, or both. Empty if neither is tested.
    fn attribute_is_given(&self, index: usize, in_clause: bool) -> Result<String, Fatal> {
        let it = &self.op.attributes[index];
        let present = format!("{}Attr()", getter(it.name));
        let default = default_attribute(it.attr, BUILDER);
        let differs = format!("{present} != {default}");
        let (is_optional, has_default) = (it.attr.is_optional()?, it.attr.has_default());
        let (checks_presence, checks_value) =
            changes::attribute_checks(self.release, is_optional, has_default, in_clause);
        Ok(match (checks_presence, checks_value) {
            (true, true) => changes::both(self.release, &present, &differs),
            (true, false) => present,
            (false, true) => differs,
            (false, false) => String::new(),
        })
    }

    /// The condition that a property differs from its default value.
    fn property_is_given(&self, index: usize) -> String {
        let it = self.op.properties[index];
        let names = Substitutions::new().with("_builder", BUILDER);
        let default = names.fill(&it.prop.default_value());
        format!("{}() != {default}", getter(it.name))
    }

    /// The C++ condition that at least one element of a clause of `oilist` is present.
    pub(super) fn clause_is_present(&self, elements: &[Element<Own>]) -> Result<String, Fatal> {
        let mut condition = "false".to_owned();
        for element in elements {
            self.add_alternatives(element, &mut condition)?;
        }
        Ok(condition)
    }

    fn add_alternatives(&self, element: &Element<Own>, to: &mut String) -> Result<(), Fatal> {
        let own = match element {
            Element::Own(own) => own,
            Element::Custom(custom) => {
                let mut arguments = custom.arguments.iter();
                return arguments.try_for_each(|it| self.add_alternatives(it, to));
            }
            Element::Group(group) => {
                let mut all = group.then.iter().chain(&group.otherwise);
                return all.try_for_each(|it| self.add_alternatives(it, to));
            }
            _ => return Ok(()),
        };
        let alternative = match own {
            Own::Attribute(index, _) => format!("({})", self.attribute_is_given(*index, true)?),
            Own::Property(index) => format!("({})", self.property_is_given(*index)),
            Own::Operand(_) | Own::Result(_) => match self.value(element) {
                Some(value) if value.ty.is_variadic() => {
                    format!("{}().size()", getter(value.name))
                }
                Some(value) => format!("{}()", getter(value.name)),
                None => return Ok(()),
            },
            Own::Region(index) => format!("{}()", getter(self.op.regions[*index].name)),
            Own::FunctionalType(inputs, results) => {
                self.add_alternatives(inputs, to)?;
                return self.add_alternatives(results, to);
            }
            Own::OiList(clauses) => {
                let mut all = clauses.iter().flat_map(|it| &it.1);
                return all.try_for_each(|it| self.add_alternatives(it, to));
            }
            _ => return Ok(()),
        };
        to.push_str(" || ");
        to.push_str(&alternative);
        Ok(())
    }
}

const BUILDER: &str = "::mlir::OpBuilder((*this)->getContext())";
