//! Patterns for names of instructions: the strings of `instregex`.

use rowan::TextRange;
use syntax::SyntaxKind::*;
use syntax::SyntaxNode;
use syntax::literal::string_value;

use super::{At, Page, evaluate};
use crate::evaluate::Asked;
use crate::place::{child, child_token, values};

/// The largest number of nodes between a string and its dag.
const MAX_AROUND: usize = 20;

impl At<'_> {
    /// If the token is in an argument of `instregex`, adds the patterns that are the values of the argument. Returns
    /// the range of the argument.
    pub(super) fn patterns(&self, page: &mut Page) -> Option<TextRange> {
        if self.token.kind() != STRING_LITERAL {
            return None;
        }
        let mut around = self.token.parent_ancestors().take(MAX_AROUND);
        let arg = around.find(|it| it.kind() == DAG_ARG)?;
        if !is_instregex(&arg.parent()?) {
            return None;
        }
        let value = values(&arg).next()?;
        page.patterns = match value.kind() {
            STRING_VALUE => vec![joined(&value)],
            _ => self.evaluated_patterns(&value),
        };
        page.text("pattern for the names of instructions");
        Some(value.text_range())
    }

    fn evaluated_patterns(&self, value: &SyntaxNode) -> Vec<String> {
        let range = value.text_range();
        let (start, end) = (range.start().into(), range.end().into());
        let item = self.text.item_at(self.source, start);
        let found = item.and_then(|it| evaluate(self.text, it, Asked::Range(start, end)));
        let mut patterns: Vec<String> = Vec::new();
        for (value, _) in found.map(|it| it.values).unwrap_or_default() {
            // Only a value in quotes is a complete string.
            if let Some(text) = value.strip_prefix('"').and_then(|it| it.strip_suffix('"'))
                && patterns.iter().all(|it| it != text)
            {
                patterns.push(text.to_owned());
            }
        }
        patterns
    }
}

fn is_instregex(dag: &SyntaxNode) -> bool {
    let operator = child(dag, DAG_ARG).and_then(|it| values(&it).next());
    let name = operator.and_then(|it| child_token(&it, IDENT));
    name.is_some_and(|it| it.text() == "instregex")
}

/// The value of adjacent string literals.
fn joined(value: &SyntaxNode) -> String {
    let tokens = value
        .children_with_tokens()
        .filter_map(|it| it.into_token());
    let literals = tokens.filter(|it| it.kind() == STRING_LITERAL);
    literals
        .map(|it| string_value(it.text()).into_owned())
        .collect()
}
