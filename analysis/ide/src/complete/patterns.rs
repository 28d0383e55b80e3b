//! Completion in the dags of LLVM's targets: operands of instructions and selection patterns. Records that are valid at
//! the cursor come first.

use elaborate::symbol::Sym;
use syntax::SyntaxKind::*;
use syntax::{SyntaxNode, SyntaxToken};

use super::rank::FITS;
use super::{Candidates, CompletionItemKind};
use crate::pieces::DagRole;
use crate::place::{child_token, values};
use crate::resolve::Shape;
use crate::text::Text;

/// A class that every unit with selection patterns has.
const OPERATOR: &str = "SDPatternOperator";

/// A dag of an LLVM target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DagPlace {
    pub(super) role: DagRole,
    /// Whether the dag is not an argument of another dag.
    is_outermost: bool,
}

/// The dag that begins at the parenthesis `open`. `None` if it does not belong to an LLVM target.
pub(super) fn dag_at(text: &Text<'_>, open: &SyntaxToken) -> Option<DagPlace> {
    text.class(Sym::known(OPERATOR)?)?;
    let around = open.parent_ancestors();
    let around = around.take_while(|it| matches!(it.kind(), DAG_VALUE | DAG_ARG));
    let mut dags = around.filter(|it| it.kind() == DAG_VALUE);
    let own = dags.next()?;
    let outermost = dags.last();
    let is_outermost = outermost.is_none();
    let outermost = outermost.unwrap_or(own);
    let role = match operator_of(&outermost).as_deref() {
        Some("ins" | "outs") => DagRole::Operands,
        _ => text.dag_role(&outermost)?,
    };
    Some(DagPlace { role, is_outermost })
}

/// The name of a dag's operator.
fn operator_of(dag: &SyntaxNode) -> Option<String> {
    let first = dag.children().find(|it| it.kind() == DAG_ARG)?;
    let value = values(&first).next()?;
    Some(child_token(&value, IDENT)?.text().to_owned())
}

/// The records that may be the operator of a dag: first the names of single records, then the classes all of whose
/// records may be the operator.
fn operators(place: DagPlace) -> (&'static [&'static str], &'static [&'static str]) {
    match place {
        DagPlace {
            role: DagRole::Operands,
            is_outermost: true,
        } => (&["ins", "outs"], &[]),
        DagPlace {
            role: DagRole::Operands,
            ..
        } => (&["ops"], &[]),
        DagPlace {
            role: DagRole::Pattern,
            is_outermost,
        } => (
            if is_outermost {
                &["set", "implicit"]
            } else {
                &[]
            },
            &[OPERATOR, "ComplexPattern", "ValueType"],
        ),
        DagPlace {
            role: DagRole::Result,
            ..
        } => (&[], &["Instruction", "SDNodeXForm", OPERATOR, "ValueType"]),
    }
}

/// The records that may be arguments of a dag: first the names of single records, then the classes all of whose records
/// may be arguments.
fn arguments(role: DagRole) -> (&'static [&'static str], &'static [&'static str]) {
    match role {
        DagRole::Operands => (
            &["variable_ops", "unknown"],
            &["DAGOperand", "PointerLikeRegClass", "RegisterClassLike"],
        ),
        DagRole::Pattern => (
            &["node", "srcvalue"],
            &[
                "DAGOperand",
                OPERATOR,
                "ComplexPattern",
                "Register",
                "ValueType",
            ],
        ),
        DagRole::Result => (
            &[],
            &[
                "DAGOperand",
                "Register",
                "SubRegIndex",
                OPERATOR,
                "ValueType",
            ],
        ),
    }
}

impl Candidates<'_> {
    pub(super) fn operators_of_target(&mut self, place: DagPlace) {
        let (names, classes) = operators(place);
        self.of_target(names, classes);
    }

    pub(super) fn arguments_of_target(&mut self, role: DagRole) {
        let (names, classes) = arguments(role);
        self.of_target(names, classes);
        self.globals();
        self.operators();
    }

    /// Adds the records with these names, the records of `classes`, and the names in scope, then all other records.
    fn of_target(&mut self, names: &[&str], classes: &[&str]) {
        for name in names {
            if self.text.has_def(Sym::new(name)) {
                self.add(name, CompletionItemKind::Record, FITS, None);
            }
        }
        let classes = classes.iter().filter_map(|it| Sym::known(it));
        let classes: Vec<Sym> = classes
            .filter(|it| self.text.class(*it).is_some())
            .collect();
        for class in &classes {
            let expected = Shape::Record(vec![*class]);
            self.locals(&expected);
            self.class_values(&expected);
        }
        if classes.is_empty() {
            self.locals(&Shape::Unknown);
        }
        self.records(&Shape::Record(classes));
    }
}
