//! The emitter of the C++ code of one pattern.

use rustc_hash::{FxHashMap, FxHashSet};

use backend::{Fatal, Rec, RecordId, Release, ValueId, enter};

use mlir_model::pattern::{Operations, Pattern, Sharing, Symbols, Tree, TreeKind};
use mlir_model::template::Substitutions;

use super::constraints::Functions;
use super::uses::{self, Uses};
use crate::cpp::Indented;

/// The operations, constraint functions and matchers that all patterns of a file share.
pub(super) struct Shared<'a> {
    pub(super) release: Release,
    pub(super) ops: Operations<'a>,
    pub(super) functions: Functions<'a>,
    pub(super) sharing: Sharing<'a>,
    /// The names of the functions that match shared trees and have been written already, by the id of the tree.
    pub(super) matchers: FxHashMap<ValueId, String>,
}

impl<'a> Shared<'a> {
    /// The initial state, in which no function for a shared tree has been written.
    pub(super) fn new(
        release: Release,
        ops: Operations<'a>,
        functions: Functions<'a>,
        sharing: Sharing<'a>,
    ) -> Shared<'a> {
        Shared {
            release,
            ops,
            functions,
            sharing,
            matchers: FxHashMap::default(),
        }
    }
}

/// Writes the C++ code of one pattern.
pub(super) struct Emitter<'s, 'a> {
    pub(super) pattern: &'s Pattern<'a>,
    pub(super) shared: &'s Shared<'a>,
    pub(super) symbols: Symbols<'a>,
    pub(super) out: Indented,
    /// The values of placeholders. As in the reference, a value that was set remains until it is set again.
    pub(super) names: Substitutions<'static>,
    next_value: usize,
}

impl<'s, 'a> Emitter<'s, 'a> {
    /// Creates an emitter with an empty output.
    pub(super) fn new(
        pattern: &'s Pattern<'a>,
        shared: &'s Shared<'a>,
        symbols: Symbols<'a>,
    ) -> Emitter<'s, 'a> {
        Emitter {
            pattern,
            shared,
            symbols,
            out: Indented::default(),
            names: Substitutions::new().with("_builder", "rewriter"),
            next_value: 0,
        }
    }

    /// The record of the pattern. Errors are reported at its location.
    pub(super) fn rec(&self) -> Rec<'a> {
        self.pattern.rec
    }

    pub(super) fn release(&self) -> Release {
        self.shared.release
    }

    /// Access to the C++ expressions for the names in the pattern.
    pub(super) fn uses(&self) -> Uses<'_, 'a> {
        Uses {
            symbols: &self.symbols,
            pattern: self.rec(),
            release: self.release(),
        }
    }

    /// A number that no other variable in the code of the pattern has, for the name of a generated variable.
    pub(super) fn next_value(&mut self) -> usize {
        self.next_value += 1;
        self.next_value - 1
    }

    /// Fills a template. `$_self` has the value that was set last.
    pub(super) fn filled(&self, template: &str, args: &[String]) -> String {
        let args: Vec<&str> = args.iter().map(|it| &**it).collect();
        self.names.fill_with(template, &args)
    }

    /// Fills a template after setting `$_self` to `value`.
    pub(super) fn filled_for(
        &mut self,
        value: impl Into<String>,
        template: &str,
        args: &[String],
    ) -> String {
        self.names.set("_self", value.into());
        self.filled(template, args)
    }

    /// Writes the function that matches a shared tree.
    pub(super) fn push_static_matcher(&mut self, tree: Tree<'a>, name: &str) -> Result<(), Fatal> {
        write!(
            self.out,
            "static ::llvm::LogicalResult {name}(::mlir::PatternRewriter &rewriter, \
             ::mlir::Operation *op0, ::llvm::SmallVector<::mlir::Operation *, 4> &tblgen_ops"
        );
        for symbol in self.symbols.iter() {
            let class = uses::class(symbol.bound);
            write!(self.out, ", {class} &{}", symbol.variable);
        }
        self.out.push(") {\n");
        self.out.indent();
        self.out.push("(void)tblgen_ops;\n");
        self.push_match(tree, "op0", 1)?;
        self.out.push("return ::mlir::success();\n");
        self.out.unindent();
        self.out.push("}\n\n");
        Ok(())
    }

    /// Writes `matchAndRewrite`.
    pub(super) fn push_function(&mut self) -> Result<(), Fatal> {
        self.out.indent();
        self.out.push(
            "::llvm::LogicalResult matchAndRewrite(::mlir::Operation *op0,\n    \
             ::mlir::PatternRewriter &rewriter) const override {\n",
        );
        self.out.indent();
        self.out
            .push("// Variables for capturing values and attributes used while creating ops\n");
        for symbol in self.symbols.iter() {
            self.out.push(&uses::declaration(symbol));
        }
        self.out.push(
            "::llvm::SmallVector<::mlir::Operation *, 4> tblgen_ops;\n\n\
             // Match\n\
             tblgen_ops.push_back(op0);\n",
        );
        self.push_matches()?;
        self.out.push("\n// Rewrite\n");
        self.push_rewrite()?;
        self.out.push("return ::mlir::success();\n");
        self.out.unindent();
        self.out.push("}\n");
        self.out.unindent();
        Ok(())
    }
}

/// The names of the operations that a pattern creates, as the elements of a C++ initializer list.
pub(super) fn made_operations<'a>(
    pattern: &Pattern<'a>,
    ops: &Operations<'a>,
) -> Result<String, Fatal> {
    let mut known = FxHashSet::default();
    let mut names = Vec::new();
    for tree in &pattern.results {
        collect(*tree, ops, &mut known, &mut names)?;
    }
    names.sort();
    Ok(names.join(", "))
}

fn collect<'a>(
    tree: Tree<'a>,
    ops: &Operations<'a>,
    known: &mut FxHashSet<RecordId>,
    names: &mut Vec<String>,
) -> Result<(), Fatal> {
    enter();
    if tree.kind() == TreeKind::Operation {
        let op = ops.operation(tree)?;
        if known.insert(op.rec.id()) {
            names.push(format!("\"{}\"", op.name));
        }
    }
    tree.children()
        .try_for_each(|it| collect(it, ops, known, names))
}
