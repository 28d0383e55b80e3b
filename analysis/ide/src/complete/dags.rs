//! Completion of the operators and argument names of dags.

use elaborate::symbol::Sym;
use rustc_hash::FxHashSet;
use syntax::SyntaxKind::*;
use syntax::{SyntaxElement, SyntaxNode};

use super::rank::{FAR, FITS, NEAR};
use super::{Candidates, CompletionItemKind};
use crate::place::{child, child_token, values};
use crate::resolve::Shape;

/// The largest number of nodes of a statement that are searched for dags.
const MAX_NODES: usize = 5_000;

impl Candidates<'_> {
    /// Adds operators. The operators of dags in the enclosing statement and the common operators of LLVM targets come
    /// first, then all other records.
    pub(super) fn dag_operators(&mut self) {
        let here = self.here();
        if let Some(root) = self.text.root(here.source) {
            let around = self.ancestors();
            let near = around.iter().rev().nth(1).unwrap_or(&root).clone();
            let nodes = near.descendants().take(MAX_NODES);
            let dags = nodes.filter(|it| it.kind() == DAG_VALUE);
            for dag in dags.take(200) {
                let operator = child(&dag, DAG_ARG).and_then(|it| values(&it).next());
                if let Some(name) = operator.and_then(|it| child_token(&it, IDENT)) {
                    self.add(name.text(), CompletionItemKind::Record, FITS, None);
                }
            }
        }
        for name in ["ops", "outs", "ins", "set", "SDNode", "PatFrag"] {
            if self.text.has_def(Sym::new(name)) {
                self.add(name, CompletionItemKind::Record, FITS, None);
            }
        }
        for class in ["SDPatternOperator", "DAGOperand"] {
            self.records_of(Sym::new(class), NEAR);
        }
        self.records(&Shape::Unknown);
    }

    /// Adds the argument names of the dags in this statement, then the argument names in other statements.
    pub(super) fn dag_names(&mut self, with_sigil: bool) {
        let label = |name: &str| {
            if with_sigil {
                name.to_owned()
            } else {
                name.trim_start_matches('$').to_owned()
            }
        };
        let around = self.ancestors();
        let statement = around
            .iter()
            .find(|it| matches!(it.kind(), DEF | CLASS | DEFM));
        let Some(statement) = statement else { return };
        let at = self.here().start;
        let names_in = |node: &SyntaxNode| {
            node.descendants_with_tokens()
                .filter_map(SyntaxElement::into_token)
                .filter(move |it| it.kind() == VAR_NAME && u32::from(it.text_range().end()) != at)
                .map(|it| label(it.text()))
        };
        // The operands of an instruction have distinct names.
        let operands = around.iter().find(|it| it.kind() == DAG_VALUE);
        let operands = operands.filter(|it| is_operand_list(it));
        let taken: FxHashSet<String> = operands.into_iter().flat_map(names_in).collect();
        for name in names_in(statement).filter(|it| !taken.contains(it)) {
            self.add(&name, CompletionItemKind::DagName, NEAR, None);
        }
        // A statement that has no names yet probably uses the names that other statements use.
        let usual: Vec<&str> = self.context_scores.words().collect();
        let usual = usual
            .iter()
            .filter(|it| it.starts_with('$'))
            .map(|it| label(it));
        for name in usual.filter(|it| !taken.contains(it)) {
            self.add(&name, CompletionItemKind::DagName, FAR, None);
        }
    }
}

/// Whether a dag lists the operands of an instruction (`ins` or `outs`).
fn is_operand_list(dag: &SyntaxNode) -> bool {
    let operator = child(dag, DAG_ARG).and_then(|it| values(&it).next());
    let name = operator.and_then(|it| child_token(&it, IDENT));
    name.is_some_and(|it| matches!(it.text(), "ins" | "outs"))
}
