//! Properties of every text. Used by the fuzz targets and by the test that replays their findings.

use syntax::ast::{self, AstNode as _};
use syntax::{Edit, MacroSet, text};

/// Any bytes make a text that can be converted back, and a tree of that text.
pub fn parse(data: &[u8]) {
    let source = text::decode(data);
    assert_eq!(*text::encode(&source), *data);
    assert_eq!(text::byte_len(&source), data.len());
    for macros in [MacroSet::default(), ["X"].into_iter().collect()] {
        let parse = syntax::parse(&source, &mut macros.clone());
        assert_eq!(parse.text(), source);
        assert!(parse.errors().is_sorted_by_key(|it| it.at));
        for error in parse.errors() {
            assert!(error.range.end() <= parse.text_len());
        }
        ast::include_shape(parse.tree());
        for statement in parse.tree().statements() {
            assert!(statement.range().end() <= parse.text_len());
        }
    }
}

/// The first bytes determine the replaced range of the rest; a NUL separates the text from the replacement.
pub fn edit(data: &[u8]) {
    let [a, b, len, rest @ ..] = data else { return };
    let split = rest.iter().position(|&it| it == 0).unwrap_or(rest.len());
    let (old, inserted) = (text::decode(&rest[..split]), text::decode(&rest[split..]));
    let boundary = |mut at: usize| {
        while !old.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = boundary(usize::from(u16::from_le_bytes([*a, *b])) % (old.len() + 1));
    let end = boundary((start + usize::from(*len)).min(old.len())).max(start);
    let inserted = inserted.strip_prefix('\0').unwrap_or("");
    let new = [&old[..start], inserted, &old[end..]].concat();
    let edit = Edit {
        range: rowan::TextRange::new((start as u32).into(), (end as u32).into()),
        inserted: (inserted.len() as u32).into(),
    };
    let parse = syntax::parse(&old, &mut MacroSet::default());
    let again = syntax::reparse(&parse, &new, &edit, &mut MacroSet::default());
    assert_eq!(again, syntax::parse(&new, &mut MacroSet::default()));
}
