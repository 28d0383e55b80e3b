//! C++ functions that check the constraints of leaves in patterns. Leaves with equal constraints share a function.

use rustc_hash::FxHashMap;

use backend::text::escaped;
use backend::{Context, Fatal, Output, Rec, Release, bail};

use mlir_model::constraint::Constraint;
use mlir_model::pattern::{Leaf, Pattern, Sharing};
use mlir_model::template::Substitutions;

use super::changes;
use crate::source_text::root_label;

/// The kind of entity that a function checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Checked {
    Type,
    Attribute,
    Property,
}

impl Checked {
    /// The kind of entity that a leaf constrains. Before LLVM 22, any leaf that is not a type constraint counts as a
    /// constraint on attributes. Since LLVM 22, `None` for a leaf that is not a constraint on types, attributes or
    /// properties.
    fn read(leaf: Leaf, release: Release) -> Option<Checked> {
        if leaf.is_operand_matcher() {
            Some(Checked::Type)
        } else if leaf.is_attribute_matcher() || release < Release::V22 {
            Some(Checked::Attribute)
        } else {
            leaf.is_property_matcher().then_some(Checked::Property)
        }
    }

    /// The part of a function's name that denotes the kind; also the name of the function's parameter for the value.
    fn word(self) -> &'static str {
        match self {
            Checked::Type => "type",
            Checked::Attribute => "attr",
            Checked::Property => "prop",
        }
    }
}

/// The key of a function: the kind, the predicate, the summary, and for properties the C++ class. Leaves with equal
/// keys share a function.
type Key<'a> = (Checked, Option<Rec<'a>>, String, String);

/// A function that checks a constraint.
struct Function<'a> {
    checked: Checked,
    constraint: Constraint<'a>,
    name: String,
}

/// The constraint functions of a file.
pub(super) struct Functions<'a> {
    functions: Vec<Function<'a>>,
    by_key: FxHashMap<Key<'a>, usize>,
    release: Release,
}

impl<'a> Functions<'a> {
    /// Collects the functions for the leaves of all source patterns.
    pub(super) fn new(
        cx: &Context<'a>,
        patterns: &[Pattern<'a>],
        sharing: &Sharing<'a>,
    ) -> Result<Functions<'a>, Fatal> {
        let mut all = Functions {
            functions: Vec::new(),
            by_key: FxHashMap::default(),
            release: cx.release(),
        };
        let label = root_label(cx.records);
        for (leaf, pattern) in sharing.leaves() {
            let Some(pattern) = patterns.get(pattern) else {
                continue;
            };
            let constraint = pattern.constraint_of(leaf)?;
            if let Some(checked) = Checked::read(leaf, all.release) {
                all.add(checked, constraint, &label)?;
            }
        }
        Ok(all)
    }

    fn add(
        &mut self,
        checked: Checked,
        constraint: Constraint<'a>,
        label: &str,
    ) -> Result<(), Fatal> {
        let key = key(checked, constraint)?;
        if self.by_key.contains_key(&key) {
            return Ok(());
        }
        let same = self.functions.iter().filter(|it| it.checked == checked);
        let number = changes::first_function(self.release) + same.count();
        self.by_key.insert(key, self.functions.len());
        self.functions.push(Function {
            checked,
            constraint,
            name: format!(
                "__mlir_ods_local_{}_constraint_{label}{number}",
                checked.word()
            ),
        });
        Ok(())
    }

    /// The name of the function that checks a leaf.
    pub(super) fn name(&self, pattern: &Pattern<'a>, leaf: Leaf<'a>) -> Result<&str, Fatal> {
        let constraint = pattern.constraint_of(leaf)?;
        let checked = if leaf.is_attribute_matcher() {
            Checked::Attribute
        } else if leaf.is_property_matcher() {
            Checked::Property
        } else {
            Checked::Type
        };
        let index = self.by_key.get(&key(checked, constraint)?);
        match index.and_then(|it| self.functions.get(*it)) {
            Some(function) => Ok(&function.name),
            None => bail!(
                pattern.rec,
                "'{}' is a constraint on neither types, attributes nor properties",
                leaf.shown()
            ),
        }
    }

    /// Writes all functions: first the functions for types, then the functions for attributes, then the functions for
    /// properties.
    pub(super) fn push(&self, out: &mut Output) -> Result<(), Fatal> {
        for checked in [Checked::Type, Checked::Attribute, Checked::Property] {
            let all = self.functions.iter();
            for function in all.filter(|it| it.checked == checked) {
                out.of(function.constraint.rec, |out| function.push(out))?;
            }
        }
        Ok(())
    }
}

impl Function<'_> {
    fn push(&self, out: &mut Output) -> Result<(), Fatal> {
        let value = self.checked.word();
        let condition = Substitutions::new()
            .with("_op", "*op")
            .with("_builder", "rewriter")
            .with("_self", value)
            .fill(&self.constraint.condition()?);
        let summary = escaped(&self.constraint.summary()?);
        let class = match self.checked {
            Checked::Type => "::mlir::Type".to_owned(),
            Checked::Attribute => "::mlir::Attribute".to_owned(),
            Checked::Property => self.constraint.rec.string("interfaceType")?.into_owned(),
        };
        // If a property constraint has no interface type, the function accepts any C++ class.
        let (template, class) = if class.is_empty() {
            ("template <typename T>", "T")
        } else {
            ("", &*class)
        };
        write!(
            out,
            "{template}\nstatic ::llvm::LogicalResult {}(\n    \
             ::mlir::PatternRewriter &rewriter, ::mlir::Operation *op, {class} {value},\n    \
             ::llvm::StringRef failureStr) {{\n  if (!({condition})) {{\n    \
             return rewriter.notifyMatchFailure(op, [&](::mlir::Diagnostic &diag) {{\n      \
             diag << failureStr << \": {summary}\";\n    }});\n  }}\n  \
             return ::mlir::success();\n}}\n",
            self.name
        );
        Ok(())
    }
}

fn key<'a>(checked: Checked, constraint: Constraint<'a>) -> Result<Key<'a>, Fatal> {
    let class = match checked {
        Checked::Property => constraint.rec.string("interfaceType")?.into_owned(),
        _ => String::new(),
    };
    let summary = constraint.summary()?.into_owned();
    Ok((checked, constraint.predicate(), summary, class))
}
