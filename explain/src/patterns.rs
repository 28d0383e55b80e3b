//! Descriptions of selection patterns: their types, and the selector's code for them.

#[cfg(test)]
mod tests;

use backend::{Context, Fatal, Rec};
use ide::markup::code_span;
use isel_backends::{Tried, steps};
use pattern_model::{PatternId, Patterns, Tree};

use crate::page::{Page, count};

/// The maximum number of patterns of a record that are shown after the first one. Only their sources are shown.
const MAX_SHORT: usize = 8;
/// The maximum length of a tree's text, in characters.
const MAX_TEXT: usize = 1200;
/// The maximum number of steps of a match table that are shown.
const MAX_STEPS: usize = 28;

/// Describes the selection patterns of an instruction, if it has patterns, or of a record of class `Pattern`.
pub(crate) fn own(cx: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let field = if rec.is_a("Instruction") {
        "Pattern"
    } else {
        "ResultInstrs"
    };
    let value = rec.field(field).and_then(|it| it.value);
    let dags = value.and_then(|it| cx.records.values.as_list(it));
    if dags.is_none_or(|it| it.is_empty()) {
        return Ok(());
    }
    let patterns = page.model::<Patterns>()?;
    let tried = page.model::<Tried>()?;
    let own = patterns.list.with_ids();
    let own = own.filter(|(_, it)| it.rec == rec.id()).map(|(id, _)| id);
    let own: Vec<PatternId> = own.collect();
    if own.is_empty() {
        page.prose("no pattern: nothing of it can match");
        return Ok(());
    }
    let shown = PatternPage {
        cx,
        patterns: &patterns,
        tried: &tried,
    };
    page.prose(match own.len() {
        1 => "pattern".to_owned(),
        all => format!("pattern, the first of {all}"),
    });
    shown.whole(own[0], page)?;
    let rest = own.iter().skip(1);
    for id in rest.clone().take(MAX_SHORT) {
        let place = tried.place(*id) + 1;
        let src = shown.text(patterns.src(&patterns.list[*id]));
        page.point(&format!("tried as number {place}"), code_span(&src));
    }
    let more = rest.len().saturating_sub(MAX_SHORT);
    if more > 0 {
        page.prose(format!("… {}", count(more, "more pattern")));
    }
    Ok(())
}

struct PatternPage<'a> {
    cx: &'a Context<'a>,
    patterns: &'a Patterns,
    tried: &'a Tried,
}

impl PatternPage<'_> {
    fn whole(&self, id: PatternId, page: &mut Page) -> Result<(), Fatal> {
        let (patterns, records) = (self.patterns, self.cx.records);
        let pattern = &patterns.list[id];
        let (src, dst) = (patterns.src(pattern), patterns.dst(pattern));
        page.drawing(&format!("{}\n  => {}", self.text(src), self.text(dst)));
        let complexity = patterns.complexity(pattern);
        page.point(
            "complexity",
            match pattern.added_complexity {
                0 => complexity.to_string(),
                added => format!("{complexity}, {added} of it added"),
            },
        );
        page.records(
            "needs",
            pattern.predicate_records(records).iter().map(|it| it.id()),
        );
        let condition = pattern.predicate_check(records)?;
        if !condition.is_empty() {
            page.point("if", code_span(&condition));
        }
        page.names(
            "also sets",
            pattern.registers.iter().map(|it| records.rec(*it).name()),
        );
        page.point("tried", self.place(id));
        for steps in steps(records, patterns, id)? {
            page.drawing(&drawn(&steps));
        }
        Ok(())
    }

    fn text(&self, tree: Tree) -> String {
        let mut text = String::new();
        self.push(tree, &mut text);
        if let Some((end, _)) = text.char_indices().nth(MAX_TEXT) {
            text.truncate(end);
            text.push('…');
        }
        text
    }

    /// Appends the text of a tree with the types of its nodes. After a node, the fragments whose predicates must hold
    /// for the node are in angle brackets.
    fn push(&self, tree: Tree, text: &mut String) {
        let name = |rec| self.cx.records.rec(rec).name();
        match (tree.int(), tree.rec()) {
            (Some(value), _) => *text += &value.to_string(),
            (None, Some(rec)) if tree.is_leaf() => *text += name(rec),
            (None, Some(rec)) => *text += &format!("({}", name(rec)),
            (None, None) => text.push('?'),
        }
        for types in &tree.types {
            let ty = types.machine_type().map(|it| it.name().to_owned());
            let ty = ty.unwrap_or_else(|| types.to_string());
            // For a leaf that is a type, the type is not repeated.
            if tree.rec().is_none_or(|it| name(it) != ty) {
                *text += &format!(":{ty}");
            }
        }
        for child in tree.children() {
            text.push(' ');
            self.push(child, text);
        }
        if !tree.is_leaf() {
            text.push(')');
        }
        for call in &tree.extras.predicates {
            *text += &format!(
                "<{}>",
                self.patterns.fragments[call.fragment].name(self.cx.records)
            );
        }
        if let Some(name) = tree.name {
            *text += &format!(":${name}");
        }
    }

    /// A phrase for the position of a pattern in the order in which the selector tries patterns: its position among all
    /// patterns, and its position among the patterns with the same root.
    fn place(&self, id: PatternId) -> String {
        let (patterns, place) = (self.patterns, self.tried.place(id));
        let order = &self.tried.order;
        let mut text = format!("as number {} of {}", place + 1, order.len());
        let opcode = |id: PatternId| {
            let src = patterns.src(&patterns.list[id]);
            patterns.sd_node(&src).map(|it| it.opcode.as_str())
        };
        if let Some(own) = opcode(id) {
            let alike =
                |ids: &[PatternId]| ids.iter().filter(|it| opcode(**it) == Some(own)).count();
            text += &format!(
                ", {} of {} for {}",
                alike(&order[..place]) + 1,
                alike(order),
                code_span(own)
            );
        }
        text
    }
}

/// The text of the steps, one line for each. If there are more than [`MAX_STEPS`], only the first steps and the last
/// step are shown. The last step creates the result.
fn drawn(steps: &[String]) -> String {
    let Some((last, first)) = steps.split_last() else {
        return String::new();
    };
    if steps.len() <= MAX_STEPS {
        return steps.join("\n");
    }
    let shown = &first[..MAX_STEPS - 2];
    let more = first.len() - shown.len();
    format!("{}\n… {more} more\n{last}", shown.join("\n"))
}
