//! The made-up operands, results, types and values for the examples of an operation.

use std::collections::BTreeMap;

use backend::{Fatal, Rec};
use mlir_model::constraint::Constraint;
use mlir_model::format::Element;
use mlir_model::format::operation::{OperationFormat, Own, Resolution, Seen};
use mlir_model::operation::{Operation, Value};
use mlir_model::type_constraint::Arity;

use super::attributes::Text;
use super::types::Made;
use super::{Form, Maker};

/// An operation with made-up operands, types and values, in one form.
pub(super) struct Written<'m, 'a> {
    pub(super) maker: &'m Maker<'a>,
    pub(super) op: &'m Operation<'a>,
    pub(super) form: Form,
    /// The operands, and then the results, with a name and a type for each that is present.
    pub(super) values: Vec<Option<(String, Option<Made<'a>>)>>,
    /// The names of the variables that an example in the short form may leave out.
    in_groups: InGroups,
}

/// The names of the variables in optional groups and `oilist` clauses of an assembly format.
#[derive(Default)]
struct InGroups(Vec<&'static str>);

impl<'m, 'a> Written<'m, 'a> {
    pub(super) fn new(
        maker: &'m Maker<'a>,
        op: &'m Operation<'a>,
        format: Option<&OperationFormat>,
        form: Form,
    ) -> Result<Written<'m, 'a>, Fatal> {
        let mut written = Written {
            maker,
            op,
            form,
            values: Vec::new(),
            in_groups: InGroups::default(),
        };
        if let Some(format) = format {
            written.in_groups.collect(op, &format.elements, false);
        }
        let mut types = types(maker, op)?;
        if let Some(format) = format {
            written.follow(format, &mut types);
        }
        let all = op.operands.iter().chain(&op.results);
        for (index, (value, ty)) in all.zip(types).enumerate() {
            let is_operand = index < op.operands.len();
            let at = index - if is_operand { 0 } else { op.operands.len() };
            let name = match value.name {
                "" if is_operand => format!("%arg{at}"),
                "" => format!("%{at}"),
                name => format!("%{name}"),
            };
            let is_present = written.has(value);
            written.values.push(is_present.then_some((name, ty)));
        }
        Ok(written)
    }

    /// Replaces each type that the format infers from the type of another operand or result.
    fn follow(&self, format: &OperationFormat, types: &mut [Option<Made<'a>>]) {
        let operands = self.op.operands.len();
        let all = format.operand_types.iter().chain(&format.result_types);
        for (index, it) in all.enumerate() {
            let (from, transformer) = match it {
                Resolution::From(Seen::Operand(at), it) => (*at, it),
                Resolution::From(Seen::Result(at), it) => (operands + at, it),
                _ => continue,
            };
            let from = types.get(from).cloned().flatten();
            let found = match transformer {
                None => from,
                Some(it) if it.contains("getElementType(") => {
                    from.and_then(|it| it.element().cloned())
                }
                Some(_) => None,
            };
            if found.is_some() {
                types[index] = found;
            }
        }
    }

    /// Whether the example has the operand or result `value`.
    fn has(&self, value: &Value) -> bool {
        match value.ty.arity {
            Arity::One => true,
            Arity::Optional => self.form == Form::Full,
            Arity::Variadic | Arity::VariadicOfVariadic => self.has_part(value.name),
        }
    }

    /// Whether the example has the variadic operand, result, region or successor `name`. The short form leaves out
    /// those in optional groups of the format.
    pub(super) fn has_part(&self, name: &str) -> bool {
        self.form == Form::Full || !self.in_groups.0.contains(&name)
    }

    /// The operands in the example, each with its name and its type.
    pub(super) fn operands(&self) -> Vec<(String, String)> {
        let all = self.values[..self.op.operands.len()].iter().flatten();
        let all = all.map(|(name, ty)| (name.clone(), self.type_text(ty.as_ref())));
        all.collect()
    }

    /// The results in the example, each with its name and its type.
    pub(super) fn results(&self) -> Vec<(String, String)> {
        let all = self.values[self.op.operands.len()..].iter().flatten();
        let all = all.map(|(name, ty)| (name.clone(), self.type_text(ty.as_ref())));
        all.collect()
    }

    /// The names of the successors in the example.
    pub(super) fn blocks(&self) -> Vec<String> {
        let all = self.op.successors.iter().enumerate();
        let all = all.filter(|(_, it)| !it.is_variadic || self.has_part(it.name));
        all.map(|(index, it)| block(index, it.name)).collect()
    }

    pub(super) fn type_text(&self, ty: Option<&Made<'a>>) -> String {
        ty.map_or_else(|| "!type".to_owned(), |it| self.maker.type_text(it))
    }

    /// The names of the results with an equals sign; empty if there are none.
    pub(super) fn prefix(&self) -> String {
        let names: Vec<String> = self.results().into_iter().map(|it| it.0).collect();
        if names.is_empty() {
            String::new()
        } else {
            format!("{} = ", names.join(", "))
        }
    }

    /// Whether the example has an attribute. The short form leaves out optional attributes and attributes with a
    /// default value.
    pub(super) fn has_attribute(&self, index: usize) -> Result<bool, Fatal> {
        let attr = self.op.attributes[index].attr;
        let is_optional = attr.is_optional()? || attr.has_default();
        Ok(self.form == Form::Full || !is_optional)
    }

    pub(super) fn has_property(&self, index: usize) -> bool {
        self.form == Form::Full || !self.op.properties[index].prop.has_default()
    }

    pub(super) fn attribute(&self, index: usize) -> Result<Text, Fatal> {
        let it = &self.op.attributes[index];
        self.maker.attribute(it.attr, it.name)
    }

    pub(super) fn property(&self, index: usize) -> Text {
        self.maker.property(self.op.properties[index].prop)
    }

    /// The entries for a dictionary: the texts, by name, of the attributes and properties of the example that are not
    /// derived, not in `attributes` or `properties`, and not in `inferred`.
    pub(super) fn dictionary(
        &self,
        attributes: &[usize],
        properties: &[usize],
        inferred: &[String],
    ) -> Result<BTreeMap<String, String>, Fatal> {
        let mut entries = BTreeMap::new();
        for (index, it) in self.op.attributes.iter().enumerate() {
            let is_elsewhere = attributes.contains(&index) || it.attr.is_derived();
            if is_elsewhere || inferred.iter().any(|name| name == it.name) {
                continue;
            }
            if self.has_attribute(index)? {
                entries.insert(it.name.to_owned(), self.attribute(index)?.full);
            }
        }
        for (index, it) in self.op.properties.iter().enumerate() {
            if !properties.contains(&index) && self.has_property(index) {
                entries.insert(it.name.to_owned(), self.property(index).full);
            }
        }
        Ok(entries)
    }

    /// The text of the attribute that stores the number of values of each operand, or of each result.
    pub(super) fn segments(&self, of_results: bool) -> String {
        let (operands, results) = self.values.split_at(self.op.operands.len());
        let values = if of_results { results } else { operands };
        let counts = values.iter().map(|it| u8::from(it.is_some()).to_string());
        format!("array<i32: {}>", counts.collect::<Vec<_>>().join(", "))
    }

    /// The text of a region that contains only its name, as a comment.
    pub(super) fn region(&self, name: &str) -> String {
        match name {
            "" => "{\n}".to_owned(),
            name => format!("{{\n  // {name}\n}}"),
        }
    }

    /// The texts of the regions in the example.
    pub(super) fn regions(&self) -> Vec<String> {
        let all = self.op.regions.iter();
        let all = all.filter(|it| !it.is_variadic || self.has_part(it.name));
        all.map(|it| self.region(it.name)).collect()
    }
}

/// The text of a successor: its name, or a numbered label if it has no name.
pub(super) fn block(index: usize, name: &str) -> String {
    match name {
        "" => format!("^bb{}", index + 1),
        name => format!("^{name}"),
    }
}

/// The text of a dictionary of attributes; empty if there are no entries.
pub(super) fn braces(entries: &BTreeMap<String, String>) -> String {
    let entries = entries.iter().map(|(name, value)| match &**value {
        "unit" => name.clone(),
        value => format!("{name} = {value}"),
    });
    let entries: Vec<String> = entries.collect();
    if entries.is_empty() {
        String::new()
    } else {
        format!("{{{}}}", entries.join(", "))
    }
}

impl InGroups {
    fn collect(&mut self, op: &Operation, elements: &[Element<Own>], in_group: bool) {
        for element in elements {
            match element {
                Element::Group(group) => {
                    self.collect(op, &group.then, true);
                    self.collect(op, &group.otherwise, true);
                }
                Element::Custom(custom) => self.collect(op, &custom.arguments, in_group),
                Element::Own(Own::OiList(clauses)) => {
                    let all = clauses.iter();
                    all.for_each(|it| self.collect(op, &it.1, true));
                }
                Element::Own(own) if in_group => self.add(op, own),
                _ => {}
            }
        }
    }

    fn add(&mut self, op: &Operation, own: &Own) {
        let name = match own {
            Own::Operand(index) => op.operands[*index].name,
            Own::Result(index) => op.results[*index].name,
            Own::Region(index) => op.regions[*index].name,
            Own::Successor(index) => op.successors[*index].name,
            Own::Operands => return self.0.extend(op.operands.iter().map(|it| it.name)),
            Own::Results => return self.0.extend(op.results.iter().map(|it| it.name)),
            Own::Regions => return self.0.extend(op.regions.iter().map(|it| it.name)),
            Own::Successors => return self.0.extend(op.successors.iter().map(|it| it.name)),
            Own::Type(of, _) => return self.collect(op, std::slice::from_ref(of), true),
            Own::FunctionalType(inputs, results) => {
                self.collect(op, std::slice::from_ref(inputs), true);
                return self.collect(op, std::slice::from_ref(results), true);
            }
            _ => return,
        };
        self.0.push(name);
    }
}

/// Makes up the types of all operands, followed by those of all results. Types that traits require to be equal are
/// equal. A type is `None` if its constraint is not understood.
fn types<'a>(maker: &Maker<'a>, op: &Operation<'a>) -> Result<Vec<Option<Made<'a>>>, Fatal> {
    let values: Vec<&Value> = op.operands.iter().chain(&op.results).collect();
    // For each value, the index of the first value that must have the same type.
    let mut same: Vec<usize> = (0..values.len()).collect();
    let mut join = |members: Vec<usize>| {
        let Some(least) = members.iter().map(|it| same[*it]).min() else {
            return;
        };
        let joined: Vec<usize> = members.iter().map(|it| same[*it]).collect();
        for group in same.iter_mut().filter(|it| joined.contains(it)) {
            *group = least;
        }
    };
    let operands = op.operands.len();
    for it in &op.traits {
        let rec: Rec = it.rec;
        if rec.is_a("AllTypesMatch") {
            let names = rec.list_of_strings("values")?;
            let members = names
                .iter()
                .filter_map(|name| values.iter().position(|it| it.name == &**name));
            join(members.collect());
        } else if rec.name() == "SameTypeOperands" {
            join((0..operands).collect());
        } else if rec.name() == "SameOperandsAndResultType" {
            join((0..values.len()).collect());
        }
    }
    let mut types: Vec<Option<Made>> = Vec::with_capacity(values.len());
    for index in 0..values.len() {
        if same[index] < index {
            types.push(types[same[index]].clone());
            continue;
        }
        let members = same.iter().zip(&values).filter(|it| *it.0 == index);
        let constraints = members.map(|(_, it)| element_constraint(it));
        let constraints: Vec<Constraint> = constraints.collect();
        types.push(maker.type_for(&constraints)?);
    }
    Ok(types)
}

/// The constraint on the type of an operand or result; for an optional or variadic one, the constraint on the type of
/// each value.
fn element_constraint<'a>(value: &Value<'a>) -> Constraint<'a> {
    let constraint = value.ty.constraint;
    let base = || {
        let base = constraint.rec.field("baseType")?.value?;
        let base = constraint.rec.records().def_of(base)?;
        Constraint::read(base).ok()
    };
    match value.ty.arity {
        Arity::One => constraint,
        _ => base().unwrap_or(constraint),
    }
}

/// The result types as the type of a function prints them: in parentheses, unless there is only one.
pub(super) fn result_types(results: &[String]) -> String {
    match results {
        [only] if !only.starts_with('(') => only.clone(),
        results => format!("({})", results.join(", ")),
    }
}
