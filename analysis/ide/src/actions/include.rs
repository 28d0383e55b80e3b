//! The action that includes the file that declares an unknown name.

use db::record;
use elaborate::symbol::Sym;
use syntax::SyntaxKind::*;
use syntax::SyntaxNode;
use syntax::ast::SourceFile;

use super::{Action, ActionKind, Cursor, Elsewhere};
use crate::locals::locals;
use crate::resolve::named_by;
use crate::tree_text::range;

pub(super) fn offer(at: &Cursor<'_>, elsewhere: &Elsewhere<'_>, out: &mut Vec<Action>) {
    if !is_unknown(at).unwrap_or(false) {
        return;
    }
    let files = elsewhere(at.token.text());
    let is_only = files.len() == 1;
    for file in files {
        let (offset, before, after) = place(at);
        out.push(Action {
            title: format!("Include \"{file}\""),
            kind: ActionKind::QuickFix,
            is_preferred: is_only,
            edits: vec![at.edit(offset..offset, format!("{before}include \"{file}\"{after}"))],
        });
    }
}

/// Whether the identifier at the cursor refers to a class, multiclass or record that the unit does not declare.
fn is_unknown(at: &Cursor<'_>) -> Option<bool> {
    if at.token.kind() != IDENT {
        return None;
    }
    let text = at.text;
    let node = at.token.parent()?;
    let name = Sym::new(at.token.text());
    let no_class = || text.class(name).is_none() && text.multiclass(name).is_none();
    Some(match node.kind() {
        CLASS_REF | CLASS_VALUE => no_class(),
        CLASS_TYPE => no_class() && text.deftype(name).is_none(),
        IDENT_VALUE => {
            let tree = text.unit().sources.files[at.source].tree.as_ref()?;
            let locals = locals(SourceFile::of_root(tree));
            let is_local = locals.of_use(node.text_range().start().into()).is_some();
            let is_argument = node.parent()?.kind() == NAMED_ARG;
            !is_local
                && !is_argument
                && named_by(&node).is_none()
                && text.global(name).is_none()
                && record(text.db, name.as_str()).is_none()
        }
        _ => false,
    })
}

/// The offset at which to insert an `include`, and the texts to insert before and after it. The place is after the last
/// `include` before the cursor, or else before the first statement and its comment.
fn place(at: &Cursor<'_>) -> (usize, &'static str, &'static str) {
    let before = at.root.children();
    let before = before.take_while(|it| it.text_range().start() < at.token.text_range().start());
    if let Some(last) = before.filter(|it| it.kind() == INCLUDE).last() {
        return (range(last.text_range()).end, "\n", "");
    }
    let first = at.root.children().next();
    let start = first.map_or(0, |it| own_start(&it));
    (start, "", "\n\n")
}

/// The start of the comment that belongs to the first statement, or of the statement itself. A comment that begins the
/// file belongs to the file.
fn own_start(first: &SyntaxNode) -> usize {
    let of_statement = range(first.text_range()).start;
    let mut start = of_statement;
    let mut before = first.first_token().and_then(|it| it.prev_token());
    while let Some(token) = before {
        match token.kind() {
            LINE_COMMENT | BLOCK_COMMENT => start = range(token.text_range()).start,
            WHITESPACE if token.text().matches('\n').count() < 2 => {}
            _ => return start,
        }
        before = token.prev_token();
    }
    of_statement
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::actions::tests::check;

    #[test]
    fn missing_includes() {
        check(
            "// Head.\n\ndef a : Far$0;\n",
            "Include",
            expect![[r#"
            QuickFix: Include "far/Away.td" *
            // Head.

            include "far/Away.td"

            def a : Far;

        "#]],
        );
        // A comment on the first statement stays with it.
        check(
            "// Head.\n\n// About a,\n// in two lines.\ndef a : Far$0;\n",
            "Include",
            expect![[r#"
                QuickFix: Include "far/Away.td" *
                // Head.

                include "far/Away.td"

                // About a,
                // in two lines.
                def a : Far;

            "#]],
        );
        check(
            "// Head.\n#ifndef A_TD\n#define A_TD\n/* About a. */\nclass a : Far$0;\n#endif\n",
            "Include",
            expect![[r#"
                QuickFix: Include "far/Away.td" *
                // Head.
                #ifndef A_TD
                #define A_TD
                include "far/Away.td"

                /* About a. */
                class a : Far;
                #endif

            "#]],
        );
        // The only comment is that of the file.
        check(
            "// Head.\ndef a : Far$0;\n",
            "Include",
            expect![[r#"
            QuickFix: Include "far/Away.td" *
            // Head.
            include "far/Away.td"

            def a : Far;

        "#]],
        );
        check(
            "include \"b.td\"\ndef a { Far$0 f; }\n//- b.td\n",
            "Include",
            expect![[r#"
                QuickFix: Include "far/Away.td" *
                include "b.td"
                include "far/Away.td"
                def a { Far f; }

            "#]],
        );
    }
}
