//! Properties of questions about files and of edits, on text that is cut and mangled.

use syntax::ast::SourceFile;

use super::*;
use crate::format::{Style, TextEdit, apply, format, format_on_type};
use crate::{
    actions, code_lens, document_symbols, folding_ranges, inlay_hints, linked_editing,
    selection_ranges, semantic_tokens,
};

/// All questions about a file, and about some places in it.
fn ask_all(text: &str, offsets: impl IntoIterator<Item = usize>) {
    let fixture = fixture(text);
    let db = fixture.host.db();
    let (tree, errors) = own_syntax_of(db, "root.td").expect("the root is read");
    let file = SourceFile::of_root(&tree);
    let is_piece = |range: &std::ops::Range<usize>| {
        assert!(text.get(range.clone()).is_some(), "{range:?} of {text:?}");
    };
    document_symbols::document_symbols(file)
        .iter()
        .for_each(|it| {
            is_piece(&it.range);
            assert!(!it.name.is_empty());
        });
    folding_ranges::folding_ranges(file)
        .iter()
        .for_each(|it| is_piece(&it.range));
    let tokens = semantic_tokens::semantic_tokens(db, "root.td", None).unwrap_or_default();
    tokens.iter().for_each(|it| is_piece(&it.range));
    assert!(tokens.is_sorted_by(|a, b| a.range.end <= b.range.start));
    let hints = inlay_hints::inlay_hints(db, "root.td", 0..text.len(), Default::default());
    for hint in hints.unwrap_or_default() {
        is_piece(&(hint.offset..hint.offset));
    }
    for lens in code_lens::code_lenses(db, "root.td", &[], true).unwrap_or_default() {
        is_piece(&lens.range);
        code_lens::resolve(db, "root.td", &lens);
    }
    check_formatting(text, &format(&tree, &errors, Style::default()));
    for offset in offsets {
        let root = SyntaxNode::new_root(tree.clone());
        selection_ranges::selection_ranges(&root, offset)
            .iter()
            .for_each(is_piece);
        linked_editing::linked_editing_ranges(file, offset)
            .iter()
            .for_each(is_piece);
        for typed in ['\n', '}', ';'] {
            let edits = format_on_type(&tree, &errors, offset, typed, Style::default());
            edits.iter().for_each(|it| is_piece(&it.range));
        }
        let at = FileRange {
            path: "root.td".to_owned(),
            range: offset..offset,
        };
        for action in actions::actions(db, &at, &|_| vec!["x.td".to_owned()]) {
            action.edits.iter().for_each(|it| is_piece(&it.edit.range));
        }
    }
}

fn check_formatting(text: &str, edits: &[TextEdit]) {
    let once = apply(text, edits);
    let words = |text: &str| text.split_whitespace().collect::<String>();
    assert_eq!(words(text), words(&once));
    let parse = syntax::parse(&once, &mut MacroSet::default());
    let twice = apply(
        &once,
        &format(parse.green(), parse.errors(), Style::default()),
    );
    assert_eq!(twice, once, "not stable: {text:?}");
}

#[test]
fn every_place_has_answers() {
    ask_all(SAMPLE, 0..=SAMPLE.len() + 2);
}

#[test]
fn text_that_ends_anywhere_has_answers() {
    for end in (1..SAMPLE.len()).step_by(3) {
        ask_all(&SAMPLE[..end], end.saturating_sub(3)..=end + 1);
    }
}

#[test]
fn mangled_text_has_answers() {
    let mut random = ::tests::random::Random(0x5EED);
    let mut below = |bound| random.below(bound);
    let rounds = if cfg!(debug_assertions) { 150 } else { 3000 };
    for _ in 0..rounds {
        let mut text = SAMPLE.to_owned();
        for _ in 0..=below(3) {
            let start = below(text.len());
            let end = (start + below(12)).min(text.len());
            let from = below(SAMPLE.len());
            let piece = &SAMPLE[from..(from + below(12)).min(SAMPLE.len())];
            text.replace_range(start..end, piece);
        }
        // It would be read as the fixture's cursor.
        let text = text.replace("$0", "$x");
        let places = [below(text.len()), below(text.len())];
        ask_all(&text, places);
    }
}
