//! Trees as the reference prints them.

use std::fmt::Write;

use backend::Records;

use crate::patterns::Patterns;
use crate::tree::{Head, Leaf, Tree};

impl Patterns {
    /// The tree as the reference prints it, with types, predicates, transforms and names.
    pub fn text(&self, records: &Records, tree: Tree) -> String {
        let mut text = String::new();
        tree.push_text(self, records, &mut text);
        text
    }

    /// The tree in the syntax of the source, without types and predicates.
    pub fn brief_text(&self, records: &Records, tree: Tree) -> String {
        let mut text = String::new();
        self.push_brief_text(records, tree, &mut text);
        text
    }

    fn push_brief_text(&self, records: &Records, tree: Tree, out: &mut String) {
        let name = |rec| records.rec(rec).name();
        let is_unset = matches!(tree.head, Head::Leaf(Leaf::Unset));
        if let Some(intrinsic) = self.intrinsic(tree) {
            out.push('(');
            out.push_str(name(intrinsic.rec));
        } else if let Some(operator) = tree.operator() {
            out.push('(');
            out.push_str(name(operator.rec));
        } else if let Some(value) = tree.int() {
            _ = write!(out, "{value}");
        } else if let Some(rec) = tree.rec() {
            out.push_str(name(rec));
        }
        let skipped = usize::from(self.intrinsic(tree).is_some());
        for (number, child) in tree.children().skip(skipped).enumerate() {
            out.push_str(if number == 0 { " " } else { ", " });
            self.push_brief_text(records, child, out);
        }
        if !tree.is_leaf() {
            out.push(')');
        }
        if let Some(name) = tree.name {
            let colon = if is_unset { "" } else { ":" };
            _ = write!(out, "{colon}${}", name.as_str());
        }
    }
}

impl Tree<'_> {
    /// Appends the tree as the reference prints it, for comments and for messages.
    pub fn push_text(self, patterns: &Patterns, records: &Records, out: &mut String) {
        let node = self.node();
        match node.head {
            Head::Leaf(Leaf::Int(value)) => _ = write!(out, "{value}"),
            Head::Leaf(Leaf::Unset) => out.push('?'),
            Head::Leaf(Leaf::Record(record)) => {
                out.push_str(records.rec(record.rec).name());
            }
            Head::Operator(operator) => {
                out.push('(');
                out.push_str(records.rec(operator.rec).name());
            }
        }
        for types in &node.types {
            out.push(':');
            types.push_text(out);
        }
        if !node.is_leaf() {
            for (number, child) in self.children().enumerate() {
                out.push_str(if number == 0 { " " } else { ", " });
                child.push_text(patterns, records, out);
            }
            out.push(')');
        }
        for call in &node.extras.predicates {
            out.push_str("<<P:");
            if call.scope != 0 {
                _ = write!(out, "{}:", call.scope);
            }
            out.push_str("Predicate_");
            out.push_str(patterns.fragments[call.fragment].name(records));
            out.push_str(">>");
        }
        if let Some(transform) = node.extras.transform {
            let transform = records.rec(patterns.transforms[transform].rec);
            out.push_str("<<X:");
            out.push_str(transform.name());
            out.push_str(">>");
        }
        if let Some(name) = node.name {
            out.push_str(":$");
            out.push_str(name.as_str());
        }
        for it in &node.extras.argument_names {
            _ = write!(out, ":$pred:{}:{}", it.scope, it.name.as_str());
        }
    }
}
