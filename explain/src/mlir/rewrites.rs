//! Rewrite patterns of MLIR as two short snippets of IR: the matched operations, and the operations that replace them.

use backend::{Context, Fatal, Rec};
use ide::markup::code_span;
use mlir_model::operation::{Argument, Operation};
use mlir_model::pattern::{Operations, Pattern, Tree, TreeKind, call_template};
use rustc_hash::{FxHashMap, FxHashSet};

use super::conditions::condition;
use super::{constraint, shortened};
use crate::page::Page;

/// The maximum number of lines of a snippet.
const MAX_LINES: usize = 16;
/// The maximum number of constraints shown.
const MAX_CONSTRAINTS: usize = 6;

/// Describes a pattern: the operations that it matches, the operations that it creates, and its constraints.
pub(crate) fn pattern(_: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let pattern = Pattern::read(rec)?;
    let operations = Operations::default();
    let mut source = Snippet::new(&operations);
    let root = source.value(pattern.source, Side::Source)?;
    let mut result = Snippet::new(&operations);
    result.next = source.next;
    result.attributes.clone_from(&source.attributes);
    let mut replacements = Vec::new();
    for it in &pattern.results {
        replacements.push(result.value(*it, Side::Result)?);
    }
    for it in &pattern.supplements {
        result.value(*it, Side::Result)?;
    }
    page.prose("matches");
    page.code("mlir", &source.text());
    if pattern.results.is_empty() {
        page.prose("and erases it");
    } else {
        page.prose("and makes");
        let values: Vec<String> = replacements
            .into_iter()
            .filter(|it| !it.is_empty())
            .collect();
        if !values.is_empty() {
            let becomes = format!("// {root} becomes {}", values.join(", "));
            result.lines.push(becomes);
        }
        page.code("mlir", &result.text());
    }
    let constraints = pattern.constraints()?;
    for it in constraints.iter().take(MAX_CONSTRAINTS) {
        let names: Vec<String> = it.names.iter().map(|it| result.shown(it, true)).collect();
        let text = shortened(&condition(it.constraint)?);
        page.point(
            "if",
            format!("{} for {}", code_span(&text), code_span(&names.join(", "))),
        );
    }
    if constraints.len() > MAX_CONSTRAINTS {
        page.point(
            "if",
            format!("… {} more", constraints.len() - MAX_CONSTRAINTS),
        );
    }
    page.point("benefit", pattern.benefit()?);
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Source,
    Result,
}

/// Lines of IR, one for each operation or call of native code.
struct Snippet<'o, 'a> {
    operations: &'o Operations<'a>,
    lines: Vec<String>,
    /// The number of the next value without a name.
    next: usize,
    /// For each tree with a name in the pattern, the text of its value. The key is the name of the tree.
    known: FxHashMap<&'static str, String>,
    /// The names in the pattern that are bound to attributes or properties.
    attributes: FxHashSet<&'static str>,
}

impl<'o, 'a> Snippet<'o, 'a> {
    fn new(operations: &'o Operations<'a>) -> Snippet<'o, 'a> {
        Snippet {
            operations,
            lines: Vec::new(),
            next: 0,
            known: FxHashMap::default(),
            attributes: FxHashSet::default(),
        }
    }

    fn text(&self) -> String {
        let more = self.lines.len().saturating_sub(MAX_LINES);
        let mut text = self.lines[..self.lines.len() - more].join("\n");
        if more > 0 {
            text += &format!("\n// … {more} more");
        }
        text
    }

    /// A name of the pattern, with a leading `%` for a value or `$` for an attribute.
    fn shown(&self, name: &str, is_operand: bool) -> String {
        let sign = if is_operand && !self.attributes.contains(name) {
            '%'
        } else {
            '$'
        };
        format!("{sign}{name}")
    }

    /// Adds the operations of a tree, and returns the text of its value. The text is empty if the tree has no result.
    fn value(&mut self, tree: Tree<'a>, side: Side) -> Result<String, Fatal> {
        backend::enter();
        match tree.kind() {
            TreeKind::Operation => self.operation(tree, side),
            TreeKind::NativeCodeCall => {
                let code = shortened(&call_template(tree.operator())?);
                let arguments = self.arguments(tree, None, side)?;
                let call = format!("native \"{code}\"({})", arguments.0.join(", "));
                let result = self.result(tree.symbol());
                self.lines.push(format!("{result} = {call}"));
                Ok(result)
            }
            TreeKind::ReplaceWithValue => Ok(self.arguments(tree, None, side)?.0.join(", ")),
            TreeKind::Either => {
                let arguments = self.arguments(tree, None, side)?.0;
                Ok(format!("either({})", arguments.join(", ")))
            }
            TreeKind::Variadic => {
                let arguments = self.arguments(tree, None, side)?.0;
                Ok(format!("[{}]", arguments.join(", ")))
            }
            TreeKind::Location | TreeKind::ReturnType => Ok(String::new()),
        }
    }

    fn operation(&mut self, tree: Tree<'a>, side: Side) -> Result<String, Fatal> {
        let op = self.operations.operation(tree)?;
        let (operands, attributes) = self.arguments(tree, Some(&op), side)?;
        let mut line = op.name.clone();
        if !operands.is_empty() {
            line += &format!(" {}", operands.join(", "));
        }
        if !attributes.is_empty() {
            line += &format!(" {{{}}}", attributes.join(", "));
        }
        if op.results.is_empty() {
            self.lines.push(line);
            return Ok(String::new());
        }
        let result = self.result(tree.symbol());
        let number = match op.results.len() {
            1 => String::new(),
            count => format!(":{count}"),
        };
        self.lines.push(format!("{result}{number} = {line}"));
        Ok(result)
    }

    /// The name of a value: its name in the pattern, or the next number if the pattern gives it no name.
    fn result(&mut self, name: &'static str) -> String {
        if name.is_empty() {
            self.next += 1;
            return format!("%{}", self.next - 1);
        }
        self.known
            .entry(name)
            .or_insert_with(|| format!("%{name}"))
            .clone()
    }

    /// The texts of the operands and of the attributes of a tree. If the tree is not an operation, all arguments are
    /// operands.
    fn arguments(
        &mut self,
        tree: Tree<'a>,
        op: Option<&Operation<'a>>,
        side: Side,
    ) -> Result<(Vec<String>, Vec<String>), Fatal> {
        let (mut operands, mut attributes) = (Vec::new(), Vec::new());
        // An `either` is one argument of the tree, but contains several operands of the operation.
        let mut position = 0;
        for index in 0..tree.len() {
            let nested = tree.nested(index);
            let own = op.and_then(|it| it.arguments.get(position));
            position += match nested {
                Some(it) if it.kind() == TreeKind::Either => it.len(),
                _ => 1,
            };
            let is_operand = matches!(own, None | Some(Argument::Operand(_)));
            let text = match nested {
                Some(it) => self.value(it, side)?,
                None => {
                    if !is_operand {
                        self.attributes.extend(tree.bound_name(index));
                    }
                    self.leaf(tree, index, is_operand, side)?
                }
            };
            if text.is_empty() {
                continue;
            }
            match (op, own) {
                (Some(op), Some(own)) if !is_operand => {
                    attributes.push(format!("{} = {text}", op.argument_name(*own)));
                }
                _ => operands.push(text),
            }
        }
        Ok((operands, attributes))
    }

    /// The text of an argument that is not a tree: its name or its value. In the source pattern, its constraint is
    /// added.
    fn leaf(
        &self,
        tree: Tree,
        index: usize,
        is_operand: bool,
        side: Side,
    ) -> Result<String, Fatal> {
        let Some(leaf) = tree.leaf(index) else {
            return Ok(String::new());
        };
        let name = tree.bound_name(index);
        let name = name.map(|it| self.shown(it, is_operand));
        let constant = leaf
            .constant_attribute()
            .or_else(|| leaf.constant_property());
        if let Some(constant) = constant {
            return Ok(shortened(&constant.string("value")?));
        }
        let Some(def) = leaf.def() else {
            return Ok(match name {
                Some(name) => name,
                None if leaf.is_unspecified() => self.shown("_", is_operand),
                None => shortened(&leaf.shown()),
            });
        };
        let name = name.unwrap_or_else(|| self.shown("_", is_operand));
        let is_matcher =
            leaf.is_operand_matcher() || leaf.is_attribute_matcher() || leaf.is_property_matcher();
        if side == Side::Source && is_matcher {
            let constraint = constraint(mlir_model::constraint::Constraint::read(def)?, false)?;
            return Ok(format!("{name}: <{constraint}>"));
        }
        Ok(if name.ends_with('_') {
            def.name().to_owned()
        } else {
            name
        })
    }
}
