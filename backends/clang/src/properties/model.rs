//! The properties of nodes and types, and the rules for their serialization.

use std::borrow::Cow;
use std::collections::BTreeMap;

use elaborate::diagnostic::Severity;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::hierarchy::{MAX_DEPTH, too_deep};
use super::{cxx_name, element, is_generic};
use backend::{Context, Fatal, Rec, Records};

/// All properties and rules of a unit.
pub(super) struct Properties<'a> {
    /// The rules of nodes and cases, keyed by the names of their records. The rules are checked in the order of these
    /// names.
    nodes: BTreeMap<&'a str, Rules<'a>>,
    /// The types that are not instances of generic types.
    pub types: Vec<Rec<'a>>,
    /// The types whose values have different kinds, each with its cases.
    pub cased: FxHashMap<Rec<'a>, Cased<'a>>,
}

/// The rules by which a node, or a case of a type, is read and written.
pub(super) struct Rules<'a> {
    node: Rec<'a>,
    properties: Vec<Rec<'a>>,
    pub creator: Option<Rec<'a>>,
    overrides: Option<Rec<'a>>,
    pub read_helper: Option<Rec<'a>>,
}

impl<'a> Rules<'a> {
    fn new(node: Rec<'a>) -> Rules<'a> {
        Rules {
            node,
            properties: Vec::new(),
            creator: None,
            overrides: None,
            read_helper: None,
        }
    }
}

#[derive(Default)]
pub(super) struct Cased<'a> {
    pub kind_rule: Option<Rec<'a>>,
    pub cases: Vec<Rec<'a>>,
}

/// The name of a node or of a case of a type.
pub(super) fn name(node: Rec<'_>) -> Result<Cow<'_, str>, Fatal> {
    if node.is_a("ASTNode") {
        Ok(node.name().into())
    } else if node.is_a("PropertyTypeCase") {
        node.string("Name")
    } else {
        Err(node.fatal("unexpected node declaring properties".to_owned()))
    }
}

impl<'a> Properties<'a> {
    /// Reads and checks all rules. If properties are invalid, all their errors are reported before the function fails.
    pub(super) fn new(cx: &Context<'a>) -> Result<Properties<'a>, Fatal> {
        let records = cx.records;
        let mut properties = Properties {
            nodes: BTreeMap::new(),
            types: Vec::new(),
            cased: FxHashMap::default(),
        };
        for property in records.derived("Property")? {
            let node = property.def("Class")?;
            properties.rules_mut(node).properties.push(property);
        }
        properties.add_rules(records, "Creator", "creator", |it| &mut it.creator)?;
        properties.add_rules(records, "Override", "override", |it| &mut it.overrides)?;
        properties.add_rules(records, "ReadHelper", "write helper", |it| {
            &mut it.read_helper
        })?;
        let types = records.derived("PropertyType")?;
        properties.types = types.into_iter().filter(|ty| !is_generic(*ty)).collect();
        properties.add_cases(records)?;
        properties.check(cx)?;
        Ok(properties)
    }

    fn rules_mut(&mut self, node: Rec<'a>) -> &mut Rules<'a> {
        self.nodes
            .entry(node.name())
            .or_insert_with(|| Rules::new(node))
    }

    /// Adds the rules that are records of `class`. An error if a node has several such rules. `what` describes the rule
    /// in the error.
    fn add_rules(
        &mut self,
        records: &'a Records,
        class: &str,
        what: &str,
        place: impl for<'r> Fn(&'r mut Rules<'a>) -> &'r mut Option<Rec<'a>>,
    ) -> Result<(), Fatal> {
        for rule in records.derived(class)? {
            let node = rule.def("Class")?;
            if place(self.rules_mut(node)).replace(rule).is_some() {
                let name = name(node)?;
                return Err(rule.fatal(format!("multiple {what} rules for \"{name}\"")));
            }
        }
        Ok(())
    }

    fn add_cases(&mut self, records: &'a Records) -> Result<(), Fatal> {
        for rule in records.derived("PropertyTypeKind")? {
            let ty = rule.def("Type")?;
            let cased = self.cased.entry(ty).or_default();
            if cased.kind_rule.replace(rule).is_some() {
                let name = cxx_name(ty)?;
                return Err(rule.fatal(format!("multiple kind rules for \"{name}\"")));
            }
        }
        for case in records.derived("PropertyTypeCase")? {
            let ty = case.def("Type")?;
            self.cased.entry(ty).or_default().cases.push(case);
        }
        Ok(())
    }

    /// The rules of a node, if there are any.
    pub(super) fn rules(&self, node: Rec) -> Option<&Rules<'a>> {
        self.nodes.get(node.name())
    }

    /// The properties of a node, followed by the properties of its bases. Properties that the rules of the node
    /// override are left out.
    pub(super) fn all_of(&self, node: Rec<'a>) -> Result<Vec<Rec<'a>>, Fatal> {
        let overrides = self.rules(node).and_then(|rules| rules.overrides);
        let ignored: FxHashSet<_> = match overrides {
            Some(rule) => rule
                .list_of_strings("IgnoredProperties")?
                .into_iter()
                .collect(),
            None => FxHashSet::default(),
        };
        let mut found = Vec::new();
        for property in self.with_bases(node)? {
            if !ignored.contains(&property.string("Name")?) {
                found.push(property);
            }
        }
        Ok(found)
    }

    fn with_bases(&self, node: Rec<'a>) -> Result<Vec<Rec<'a>>, Fatal> {
        let mut found = Vec::new();
        let mut next = Some(node);
        for _ in 0..MAX_DEPTH {
            let Some(node) = next else { return Ok(found) };
            if let Some(rules) = self.rules(node) {
                found.extend(&rules.properties);
            }
            next = if node.is_a("ASTNode") {
                node.optional_def("Base")?
            } else {
                None
            };
        }
        Err(too_deep(node))
    }

    /// Reports the errors in properties; fails if there are any.
    fn check(&self, cx: &Context) -> Result<(), Fatal> {
        let before = cx.errors();
        for rules in self.nodes.values() {
            let mut by_name: FxHashMap<_, Rec> = FxHashMap::default();
            for property in self.with_bases(rules.node)? {
                check_type(cx, property.def("Type")?, property)?;
                let property_name = property.string("Name")?;
                // The first of the two properties belongs to the derived node, which more likely contains the mistake,
                // so the error is reported at this property.
                let first = *by_name.entry(property_name.clone()).or_insert(property);
                if first != property {
                    let node = name(rules.node)?;
                    let message = format!(
                        "multiple properties named \"{property_name}\" in hierarchy of {node}"
                    );
                    push_error(cx, first, &message, property, "existing property");
                }
            }
        }
        match cx.errors() - before {
            0 => Ok(()),
            _ => Err(cx.ended("property validation failed")),
        }
    }
}

fn check_type(cx: &Context, ty: Rec, property: Rec) -> Result<(), Fatal> {
    let error = |at: Rec, message| push_error(cx, at, message, property, "type used here");
    if !is_generic(ty) {
        if cxx_name(ty)?.is_empty() {
            error(ty, "type is not generic but has no C++ type name");
        }
        return Ok(());
    }
    let Some((_, name, element)) = element(ty)? else {
        error(ty, "unknown generic property type");
        return Ok(());
    };
    check_type(cx, element, property)?;
    if name != "Optional" {
        return Ok(());
    }
    let error = |message| push_error(cx, element, message, property, "type used here");
    if element.string("PackOptional")?.is_empty() {
        error("type doesn't provide optional-packing code");
    } else if element.string("UnpackOptional")?.is_empty() {
        error("type doesn't provide optional-unpacking code");
    }
    Ok(())
}

fn push_error(cx: &Context, at: Rec, message: &str, note_at: Rec, note: &str) {
    let error = at.diagnostic(Severity::Error, message.to_owned());
    let note = note_at.diagnostic(Severity::Note, note.to_owned());
    cx.report(error);
    cx.report(note);
}
