//! Which instructions the patterns of `instregex` name, and which patterns name an instruction.

#[cfg(test)]
mod tests;

use backend::{Context, Diagnostic, Fatal, Model, Rec, Severity};
use elaborate::diagnostic::At;
use elaborate::ids::Loc;
use elaborate::report::literal_argument;
use ide::markup::{Markup, code_span};
use rustc_hash::{FxHashMap, FxHashSet};
use target_model::instructions::{InstructionId, Instructions};
use target_model::schedule::{InstructionPattern, Naming, NamingRecord, Without};

use crate::is_target;
use crate::page::{Page, ShowPlace, count, listed};

/// The maximum number of instructions that are listed for a pattern.
const MAX_MATCHES: usize = 10;
/// The maximum number of patterns that are explained at once.
const MAX_PATTERNS: usize = 20;
/// The maximum number of overrides that are listed for an instruction.
const MAX_OVERRIDES: usize = 20;

/// The maximum number of earlier patterns that a hint names.
const MAX_EARLIER: usize = 3;

/// Describes patterns of `instregex`: the instructions that each of them matches.
pub fn patterns(cx: &Context, patterns: &[String], show_place: ShowPlace) -> Markup {
    let mut page = Page::new(cx, show_place);
    if !is_target(cx) || patterns.is_empty() {
        return Markup::default();
    }
    page.begin_part("matches", "gen-subtarget");
    match cx.model::<Instructions>() {
        Ok(instructions) => {
            let (first, more) = patterns.split_at(patterns.len().min(MAX_PATTERNS));
            for pattern in Naming::patterns(&instructions, first) {
                show(&instructions, &pattern, &mut page);
            }
            if !more.is_empty() {
                page.prose(format!("… {} more", more.len()));
            }
        }
        Err(error) => page.add_error_of(Err(error)),
    }
    page.end();
    page.take()
}

fn show(instructions: &Instructions, pattern: &InstructionPattern, page: &mut Page) {
    let text = code_span(&pattern.text);
    let Some(matches) = &pattern.matches else {
        return page.prose(format!("{text} takes too many steps to match"));
    };
    let names = matches.iter().map(|it| &*instructions.get(*it).name);
    match listed(names, MAX_MATCHES) {
        None => page.prose(format!("{text} matches none")),
        Some(names) => {
            let count = count(matches.len(), "instruction");
            page.prose(format!("{text} matches {count}: {names}"));
        }
    }
    for part in &pattern.idle {
        let text = code_span(&pattern.text[part.range.clone()]);
        page.point(&text, reason(part.why));
    }
}

/// Why an alternative of a pattern adds nothing.
fn reason(why: Without) -> &'static str {
    match why {
        Without::Matches => "no instruction matches it",
        Without::Difference => "the pattern matches the same instructions without it",
    }
}

/// Lists the `InstRW` records that name an instruction, with their models and the patterns that match it.
pub(crate) fn overrides(cx: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    if cx.records.derived_if_defined("InstRW").is_empty() {
        return Ok(());
    }
    let naming = cx.model::<Naming>()?;
    let Some(id) = naming.instructions.number(rec) else {
        return Ok(());
    };
    let all: Vec<_> = naming.records.iter().filter(|it| names(it, id)).collect();
    for record in all.iter().take(MAX_OVERRIDES) {
        let rec = cx.records.rec(record.rec);
        let model = record.model.map(|it| code_span(cx.records.rec(it).name()));
        let model = model.unwrap_or_else(|| "all models".to_owned());
        let patterns = of(record, id).map(|it| it.text.as_str());
        let by = listed(patterns, MAX_MATCHES);
        let by = by.map_or_else(|| "by its name".to_owned(), |it| format!("by {it}"));
        let place = places(rec, record, id).into_iter().next();
        let place = place.and_then(|it| page.place(At::start(it)));
        let place = place.map(|it| format!(", {it}")).unwrap_or_default();
        page.point("scheduled", format!("for {model} {by}{place}"));
    }
    if all.len() > MAX_OVERRIDES {
        page.point("scheduled", format!("… {} more", all.len() - MAX_OVERRIDES));
    }
    Ok(())
}

fn names(record: &NamingRecord, id: InstructionId) -> bool {
    record.named.contains(&id) || of(record, id).next().is_some()
}

/// The patterns of a record that match an instruction.
fn of(record: &NamingRecord, id: InstructionId) -> impl Iterator<Item = &InstructionPattern> {
    let patterns = record.lists.iter().flatten();
    patterns.map(|it| &**it).filter(move |it| it.names(id))
}

/// The locations of the patterns that name an instruction: the string literal of a pattern, or the `InstRW` record if
/// the pattern is not one literal. Records that name the instruction directly, without a pattern, are left out.
pub fn references(cx: &Context, rec: Rec) -> Vec<Loc> {
    let is_known = is_target(cx) && rec.is_a("Instruction");
    let Some(naming) = is_known.then(|| cx.model::<Naming>().ok()).flatten() else {
        return Vec::new();
    };
    let Some(id) = naming.instructions.number(rec) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for record in &naming.records {
        found.extend(places(cx.records.rec(record.rec), record, id));
    }
    let mut seen = FxHashSet::default();
    found.retain(|it| seen.insert(*it));
    found
}

fn places(rec: Rec, record: &NamingRecord, id: InstructionId) -> Vec<Loc> {
    let first = rec.record().locs.first().copied();
    let patterns = of(record, id);
    let places = patterns.filter_map(|it| literal(rec, &it.text).or(first));
    places.collect()
}

/// The location of the first string literal with the value `text` in the arguments of a record's superclasses.
fn literal(rec: Rec, text: &str) -> Option<Loc> {
    let mut locs = rec.record().locs.iter();
    locs.find_map(|it| literal_argument(&rec.records().sources, *it, text))
}

/// Hints on patterns of `instregex` whose instructions are all matched by earlier patterns of the same `instregex`, and
/// on alternatives without which their pattern matches the same instructions.
///
/// A pattern in a multiclass or loop belongs to several records. Its hint is given only if it holds for all of them.
pub(crate) struct Hints(pub Vec<Diagnostic>);

impl Model for Hints {
    fn build(cx: &Context) -> Result<Hints, Fatal> {
        Ok(Hints(hints(cx, cx.model::<Naming>()?.as_ref())))
    }
}

fn hints(cx: &Context, naming: &Naming) -> Vec<Diagnostic> {
    let mut hints = Vec::new();
    // For each string literal, the index of its hint in `found`. `None` once a record is found for which the hint does
    // not hold.
    let mut whole: FxHashMap<Loc, Option<usize>> = FxHashMap::default();
    let mut found: Vec<Option<Diagnostic>> = Vec::new();
    for record in &naming.records {
        let rec = cx.records.rec(record.rec);
        for list in &record.lists {
            for (at, pattern) in list.iter().enumerate() {
                let Some(place) = literal(rec, &pattern.text) else {
                    continue;
                };
                let is_first = !whole.contains_key(&place);
                if is_first {
                    hints.extend(of_parts(place, pattern));
                }
                let by = added_by(&list[..at], pattern);
                let known = whole.entry(place).or_insert_with(|| {
                    found.push(by.as_ref().map(|by| of_whole(place, pattern, by, rec)));
                    Some(found.len() - 1)
                });
                if by.is_none()
                    && let Some(hint) = known.take()
                {
                    found[hint] = None;
                }
            }
        }
    }
    hints.extend(found.into_iter().flatten());
    hints
}

/// The earlier patterns that together match all instructions that `pattern` matches. `None` if they miss one of these
/// instructions, if `pattern` matches no instruction, or if matching `pattern` takes too many steps.
fn added_by<'a, P: std::ops::Deref<Target = InstructionPattern>>(
    before: &'a [P],
    pattern: &InstructionPattern,
) -> Option<Vec<&'a str>> {
    let matches = pattern.matches.as_deref().filter(|it| !it.is_empty())?;
    let mut by: Vec<&str> = Vec::new();
    for id in matches {
        let first = before.iter().find(|it| it.names(*id))?;
        if !by.contains(&first.text.as_str()) {
            by.push(&first.text);
        }
    }
    Some(by)
}

fn of_whole(place: Loc, pattern: &InstructionPattern, by: &[&str], rec: Rec) -> Diagnostic {
    let shown = by.iter().take(MAX_EARLIER).map(|it| format!("\"{it}\""));
    let mut shown: Vec<String> = shown.collect();
    if by.len() > MAX_EARLIER {
        shown.push("…".to_owned());
    }
    let verb = if by.len() == 1 { "matches" } else { "match" };
    let message = format!(
        "\"{}\" adds no instruction: {} before it {verb} what it matches",
        pattern.text,
        shown.join(", ")
    );
    let mut hint = hint(place, message);
    for text in by.iter().take(MAX_EARLIER) {
        if let Some(first) = literal(rec, text).filter(|it| *it != place) {
            hint = hint.with_note(Some(At::start(first)), format!("\"{text}\" is here"));
        }
    }
    hint
}

fn of_parts(place: Loc, pattern: &InstructionPattern) -> impl Iterator<Item = Diagnostic> {
    pattern.idle.iter().map(move |part| {
        hint(
            place,
            format!(
                "'{}' in \"{}\" adds no instruction: {}",
                &pattern.text[part.range.clone()],
                pattern.text,
                reason(part.why)
            ),
        )
    })
}

fn hint(place: Loc, message: String) -> Diagnostic {
    let mut hint = Diagnostic::new(Severity::Note, Some(At::start(place)), message);
    hint.unused = true;
    hint
}
