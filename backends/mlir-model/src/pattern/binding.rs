//! Binding of the names in a pattern's trees.

use std::rc::Rc;

use backend::{Fatal, bail, enter};

use super::symbols::{Bound, Symbols};
use super::tree::{Tree, TreeKind};
use super::{Operations, Pattern, returned_values};
use crate::constraint::ConstraintKind;
use crate::operation::Operation;

impl<'a> Pattern<'a> {
    /// The names that a tree of the source pattern binds. Each binding has its own C++ variable.
    pub fn names_of(&self, tree: Tree<'a>, ops: &Operations<'a>) -> Result<Symbols<'a>, Fatal> {
        let mut symbols = Symbols::new(self.rec);
        self.binder(ops, &mut symbols, true).bind(tree)?;
        symbols.name_variables();
        Ok(symbols)
    }

    /// Adds the names of the operations and `NativeCodeCall`s in the result patterns.
    pub fn bind_results(
        &self,
        ops: &Operations<'a>,
        symbols: &mut Symbols<'a>,
    ) -> Result<(), Fatal> {
        let mut binder = self.binder(ops, symbols, false);
        self.results.iter().try_for_each(|it| binder.bind(*it))
    }

    fn binder<'p>(
        &'p self,
        ops: &'p Operations<'a>,
        symbols: &'p mut Symbols<'a>,
        is_source: bool,
    ) -> Binder<'p, 'a> {
        Binder {
            pattern: self,
            ops,
            symbols,
            is_source,
        }
    }
}

struct Binder<'p, 'a> {
    pattern: &'p Pattern<'a>,
    ops: &'p Operations<'a>,
    symbols: &'p mut Symbols<'a>,
    /// Whether the tree belongs to the source pattern. The names of arguments are bound only in source patterns.
    is_source: bool,
}

impl<'a> Binder<'_, 'a> {
    fn bind(&mut self, tree: Tree<'a>) -> Result<(), Fatal> {
        let bound = self.bind_tree(tree);
        bound.map_err(|it| self.pattern.error_in(tree, self.is_source, it))
    }

    fn bind_tree(&mut self, tree: Tree<'a>) -> Result<(), Fatal> {
        enter();
        match tree.kind() {
            TreeKind::NativeCodeCall => self.bind_call(tree),
            TreeKind::Operation => self.bind_operation(tree),
            _ if tree.symbol().is_empty() => Ok(()),
            _ => bail!(
                self.pattern.rec,
                "binding symbol '{}' to non-operation/native code call unsupported right now",
                tree.symbol()
            ),
        }
    }

    fn bind_call(&mut self, tree: Tree<'a>) -> Result<(), Fatal> {
        let symbol = tree.symbol();
        if !symbol.is_empty() {
            if self.is_source {
                bail!(
                    self.pattern.rec,
                    "binding symbol '{symbol}' to NativecodeCall in MatchPattern is not supported"
                );
            }
            let count = returned_values(tree.operator())?;
            self.symbols.bind_values(symbol, count)?;
        }
        for index in 0..tree.len() {
            if let Some(child) = tree.nested(index) {
                self.bind(child)?;
            } else if self.is_source {
                self.bind_found(tree, index)?;
            }
        }
        Ok(())
    }

    /// Binds the name of an argument of a `NativeCodeCall` in the source pattern, if the argument has one. The C++ code
    /// of the call assigns the variable.
    fn bind_found(&mut self, tree: Tree<'a>, index: usize) -> Result<(), Fatal> {
        let (Some(name), Some(leaf)) = (tree.bound_name(index), tree.leaf(index)) else {
            return Ok(());
        };
        if leaf.is_unspecified() {
            return self.symbols.bind_found(name, Bound::Value);
        }
        let constraint = self.pattern.constraint_of(leaf)?;
        let is_attribute = constraint.kind == ConstraintKind::Attr
            || leaf.enum_case().is_some()
            || leaf.constant_attribute().is_some();
        let bound = if is_attribute {
            Bound::Attribute(None)
        } else if leaf.is_property_matcher() {
            // The reference aborts here.
            bail!(
                self.pattern.rec,
                "binding symbol '{name}' to a property that NativeCodeCall finds is not supported"
            );
        } else {
            Bound::Value
        };
        self.symbols.bind_found(name, bound)
    }

    fn bind_operation(&mut self, tree: Tree<'a>) -> Result<(), Fatal> {
        let op = self.ops.operation(tree)?;
        self.check_arguments(tree, &op)?;
        if !tree.symbol().is_empty() {
            self.symbols.bind_results(tree.symbol(), &op)?;
        }
        let mut argument = 0;
        for index in 0..tree.len() {
            match tree.nested(index) {
                Some(child) if child.kind() == TreeKind::Either => {
                    self.bind_operands(tree, child, &op, |part| (argument + part, None))?;
                    argument += 1;
                }
                Some(child) if child.kind() == TreeKind::Variadic => {
                    if !child.symbol().is_empty() {
                        let symbol = child.symbol();
                        self.symbols
                            .bind_argument(symbol, tree, &op, argument, None)?;
                    }
                    self.bind_operands(tree, child, &op, |part| (argument, Some(part)))?;
                }
                Some(child) => self.bind(child)?,
                None if self.is_source => {
                    if let Some(name) = tree.bound_name(index) {
                        self.symbols
                            .bind_argument(name, tree, &op, argument, None)?;
                    }
                }
                None => {}
            }
            argument += 1;
        }
        Ok(())
    }

    /// Binds the names of the arguments of `either` or `variadic`, which match operands of `op`. `place` maps the index
    /// of an argument of the group to the index of the operand among the operation's arguments, and to the index of the
    /// value in a variadic operand.
    fn bind_operands(
        &mut self,
        tree: Tree<'a>,
        group: Tree<'a>,
        op: &Rc<Operation<'a>>,
        place: impl Fn(usize) -> (usize, Option<usize>),
    ) -> Result<(), Fatal> {
        for index in 0..group.len() {
            if let Some(child) = group.nested(index) {
                self.bind(child)?;
            } else if let Some(name) = group.bound_name(index) {
                let (argument, part) = place(index);
                self.symbols.bind_argument(name, tree, op, argument, part)?;
            }
        }
        Ok(())
    }

    fn check_arguments(&self, tree: Tree<'a>, op: &Operation) -> Result<(), Fatal> {
        let (mut directives, mut eithers) = (0, 0);
        for child in tree.children() {
            match child.kind() {
                TreeKind::Location | TreeKind::ReturnType => directives += 1,
                TreeKind::Either => eithers += 1,
                _ => {}
            }
        }
        let given = tree.len() + eithers;
        if op.arguments.len() != given - directives {
            bail!(
                self.pattern.rec,
                "op '{}' argument number mismatch: {given} in pattern vs. {} in definition",
                op.name,
                op.arguments.len()
            );
        }
        Ok(())
    }
}
