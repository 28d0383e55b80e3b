//! Rewrite patterns (`Pat`, `Pattern`): a source pattern to match and result patterns that replace it.
//!
//! Both are trees of operations. Names in the source pattern are bound to the operands, attributes and results that
//! match there, and the result patterns refer to these names.

mod binding;
mod name_table;
mod replacement;
mod sharing;
mod symbols;
mod tree;

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use backend::{Fatal, Rec, RecordId, Records, ValueId, bail};
use elaborate::diagnostic::DagPart;
use elaborate::value::Node;

use crate::constraint::Constraint;
use crate::operation::Operation;

pub use replacement::Replacement;
pub use sharing::Sharing;
pub use symbols::{Bound, Operand, Owner, SymbolRef, Symbols, pack};
pub use tree::{Directives, Leaf, Tree, TreeKind};

/// The fields with the trees of a pattern.
const SOURCE: &str = "sourcePattern";
const RESULTS: &str = "resultPatterns";
const SUPPLEMENTS: &str = "supplementalPatterns";

/// The operations that patterns mention, each read once.
#[derive(Default)]
pub struct Operations<'a>(RefCell<FxHashMap<RecordId, Rc<Operation<'a>>>>);

impl<'a> Operations<'a> {
    /// The operation that is the operator of a tree. An error if the operator is not a record of the class `Op`.
    pub fn operation(&self, tree: Tree<'a>) -> Result<Rc<Operation<'a>>, Fatal> {
        let rec = tree.operator();
        if let Some(op) = self.0.borrow().get(&rec.id()) {
            return Ok(op.clone());
        }
        let op = Rc::new(Operation::read(rec)?);
        self.0.borrow_mut().insert(rec.id(), op.clone());
        Ok(op)
    }
}

/// A record of the class `Pattern`.
#[derive(Clone, Debug)]
pub struct Pattern<'a> {
    /// The record of the pattern.
    pub rec: Rec<'a>,
    /// The source pattern, which is matched.
    pub source: Tree<'a>,
    /// The result patterns. The results of the matched root are replaced by the last of these patterns.
    pub results: Vec<Tree<'a>>,
    /// The supplemental patterns, which are created after the result patterns and replace nothing.
    pub supplements: Vec<Tree<'a>>,
}

/// A constraint of a pattern, with the names to which it is applied.
#[derive(Clone, Debug)]
pub struct AppliedConstraint<'a> {
    /// The constraint.
    pub constraint: Constraint<'a>,
    /// The name to which `$_self` refers; empty if it is missing.
    pub self_name: &'static str,
    /// The names to which the constraint is applied, in the order of its arguments.
    pub names: Vec<&'static str>,
}

impl<'a> Pattern<'a> {
    /// Reads the trees of a pattern. An error if an operator in them is not a record.
    pub fn read(rec: Rec<'a>) -> Result<Pattern<'a>, Fatal> {
        let source = rec.dag(SOURCE)?;
        Ok(Pattern {
            rec,
            source: tree(rec, SOURCE, &[], source.v)?,
            results: trees(rec, RESULTS)?,
            supplements: trees(rec, SUPPLEMENTS)?,
        })
    }

    /// The benefit: the number of operations in the source pattern plus `addBenefit` of the pattern. Patterns with a
    /// higher benefit are tried first.
    pub fn benefit(&self) -> Result<i64, Fatal> {
        let delta = self.rec.dag("benefitDelta")?;
        let mut values = delta.args().map(|it| self.records().node(it.0));
        match (values.next(), values.next()) {
            (Some(Node::Int(delta)), None) => {
                // The reference adds in 32 bits.
                Ok(i64::from(
                    (self.source.operations() as i32).wrapping_add(*delta as i32),
                ))
            }
            _ => bail!(
                self.rec,
                "The 'addBenefit' takes and only takes one integer value"
            ),
        }
    }

    /// The constraints in the field `constraints`, which are checked once the source pattern has matched.
    pub fn constraints(&self) -> Result<Vec<AppliedConstraint<'a>>, Fatal> {
        let values = self.rec.list("constraints")?.iter();
        values.map(|it| self.applied(*it)).collect()
    }

    fn applied(&self, value: ValueId) -> Result<AppliedConstraint<'a>, Fatal> {
        let Some(dag) = self.records().dag(value) else {
            bail!(
                self.rec,
                "all elements in Pattern multi-entity constraints should be DAG nodes"
            );
        };
        let mut names = Vec::with_capacity(dag.len());
        for (_, name) in dag.args() {
            let Some(name) = name else {
                bail!(
                    self.rec,
                    "operands to additional constraints can only be symbol references"
                );
            };
            names.push(name);
        }
        let Some(constraint) = dag.op_def() else {
            bail!(self.rec, "an additional constraint has to be a record");
        };
        Ok(AppliedConstraint {
            constraint: constraint_at(self.rec, constraint)?,
            self_name: dag.op_name().unwrap_or_default(),
            names,
        })
    }

    /// Reads a leaf as a constraint. An error at the pattern if the leaf is not a record of the class `Constraint` or
    /// `OpVariable`.
    pub fn constraint_of(&self, leaf: Leaf<'a>) -> Result<Constraint<'a>, Fatal> {
        match leaf.def() {
            Some(def) => constraint_at(self.rec, def),
            None => bail!(self.rec, "'{}' is not a constraint", leaf.shown()),
        }
    }

    /// Adds the position of `tree`, which causes `error`, to `error`, so that editors show the error there. Equal trees
    /// cannot be distinguished: if `is_source`, the source pattern is searched first, otherwise the result and
    /// supplemental patterns. An error that already has a position in a dag, or that is not at the pattern, is returned
    /// unchanged.
    pub fn error_in(&self, tree: Tree<'a>, is_source: bool, mut error: Fatal) -> Fatal {
        let at = error.at.map(|it| it.loc);
        if error.in_dag.is_none() && at == self.rec.record().locs.first().copied() {
            error.in_dag = self.part(tree, is_source);
        }
        error
    }

    fn part(&self, tree: Tree<'a>, is_source: bool) -> Option<Box<DagPart>> {
        let lists = [(RESULTS, &self.results), (SUPPLEMENTS, &self.supplements)];
        let in_results = lists.into_iter().find_map(|(field, trees)| {
            let mut trees = trees.iter().enumerate();
            trees.find_map(|(index, it)| {
                let path = it.path_to(tree)?;
                Some((field, [vec![index], path].concat()))
            })
        });
        let in_source = self.source.path_to(tree).map(|path| (SOURCE, path));
        let (field, path) = if is_source {
            in_source.or(in_results)?
        } else {
            in_results.or(in_source)?
        };
        self.rec.dag_part(field, path)
    }

    /// The name of the pattern's C++ class. `None` for an anonymous pattern.
    pub fn name(&self) -> Option<&'a str> {
        (!self.rec.is_anonymous()).then(|| self.rec.name())
    }

    /// The path and line of the pattern's definition and of each enclosing instantiation, the outermost first.
    pub fn places(&self) -> Vec<(&'a str, u32)> {
        let locs = self.rec.record().locs.iter().rev();
        let places = locs.map(|it| self.records().place(*it));
        places.map(|it| (it.path, it.line)).collect()
    }

    fn records(&self) -> &'a Records {
        self.rec.records()
    }
}

/// Reads a record as a constraint. An error at `place` if the record does not derive from `Constraint` or `OpVariable`.
fn constraint_at<'a>(place: Rec<'a>, rec: Rec<'a>) -> Result<Constraint<'a>, Fatal> {
    if !rec.is_a("Constraint") && !rec.is_a("OpVariable") {
        bail!(place, "'{}' is not a constraint", rec.name());
    }
    Constraint::read(rec)
}

fn trees<'a>(rec: Rec<'a>, field: &str) -> Result<Vec<Tree<'a>>, Fatal> {
    let values = rec.list(field)?.iter().enumerate();
    let trees = values.map(|(index, it)| tree(rec, field, &[index], *it));
    trees.collect()
}

/// Reads the tree that a path leads to in a field of a pattern.
fn tree<'a>(rec: Rec<'a>, field: &str, path: &[usize], value: ValueId) -> Result<Tree<'a>, Fatal> {
    Tree::read(rec, value).map_err(|(mut error, below)| {
        error.in_dag = rec.dag_part(field, [path, &below].concat());
        error
    })
}

/// The number of values that the C++ code of a `NativeCodeCall` returns. As in the reference, it is a 32-bit number.
pub fn returned_values(call: Rec) -> Result<i64, Fatal> {
    Ok(i64::from(call.int("numReturns")? as i32))
}

/// The C++ template of a record of the class `NativeCodeCall`.
pub fn call_template<'a>(call: Rec<'a>) -> Result<Cow<'a, str>, Fatal> {
    call.string("expression")
}
