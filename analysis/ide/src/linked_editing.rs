//! Names that are edited together: a variable or template argument and all its uses.

use std::ops::Range;

use syntax::ast::SourceFile;

use super::locals::{LocalKind, locals};

/// The declaration and the uses of the variable or template argument at an offset, in order. Empty for other names.
/// Uses of a template argument outside of its class or multiclass are not included.
pub fn linked_editing_ranges(file: SourceFile<'_>, offset: usize) -> Vec<Range<usize>> {
    let locals = locals(file);
    let Some(index) = locals.at(offset) else {
        return Vec::new();
    };
    let local = &locals.locals[index];
    if local.kind == LocalKind::Field {
        return Vec::new();
    }
    let mut ranges: Vec<_> = locals.uses_of(index).collect();
    ranges.push(local.at.clone());
    ranges.sort_by_key(|it| it.start);
    ranges
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::fixtures::{cursor, marked, tree};

    fn check(fixture: &str, want: Expect) {
        let (text, offset) = cursor(fixture);
        let tree = tree(&text);
        want.assert_eq(&marked(
            &text,
            linked_editing_ranges(SourceFile::of_root(&tree), offset),
        ));
    }

    #[test]
    fn template_arguments() {
        check(
            "class A<int $0n> : B<n> { int v = !add(n, 1); string n2; }",
            expect!["class A<int ⟦n⟧> : B<⟦n⟧> { int v = !add(⟦n⟧, 1); string n2; }"],
        );
        check(
            "multiclass M<int n> { def _#n : A<$0n> { int n = 1; int w = n; } }",
            expect!["multiclass M<int ⟦n⟧> { def _#⟦n⟧ : A<⟦n⟧> { int n = 1; int w = n; } }"],
        );
        check(
            "class A<int n, int m = $0n> { } class B<int n> { int v = n; }",
            expect!["class A<int ⟦n⟧, int m = ⟦n⟧> { } class B<int n> { int v = n; }"],
        );
    }

    #[test]
    fn loop_variables() {
        check(
            "foreach $0i = [1, 2] in { def r#i : A<i>; } def i;",
            expect!["foreach ⟦i⟧ = [1, 2] in { def r#⟦i⟧ : A<⟦i⟧>; } def i;"],
        );
        check(
            "foreach i = [1] in foreach j = [i] in def x#i#$0i;",
            expect!["foreach ⟦i⟧ = [1] in foreach j = [⟦i⟧] in def x#⟦i⟧#⟦i⟧;"],
        );
        check(
            "defvar l = !foreach(x, [x], !add($0x, 1));",
            expect!["defvar l = !foreach(⟦x⟧, [x], !add(⟦x⟧, 1));"],
        );
        check(
            "defvar l = !foldl(0, [a], a, b, !add(a, $0b));",
            expect!["defvar l = !foldl(0, [a], a, ⟦b⟧, !add(a, ⟦b⟧));"],
        );
        check(
            "defvar l = !foldl(0, [a], $0a, b, !add(a, b));",
            expect!["defvar l = !foldl(0, [a], ⟦a⟧, b, !add(⟦a⟧, b));"],
        );
        check(
            "foreach i = [1] in { defvar l = !foreach(i, [$0i], i); }",
            expect!["foreach ⟦i⟧ = [1] in { defvar l = !foreach(i, [⟦i⟧], i); }"],
        );
    }

    #[test]
    fn variables() {
        check(
            "def x { defvar $0a = 1; int b = a; } def y { int c = a; }",
            expect!["def x { defvar ⟦a⟧ = 1; int b = ⟦a⟧; } def y { int c = a; }"],
        );
        check(
            "defvar v = 1; def x { int b = $0v; }",
            expect!["defvar ⟦v⟧ = 1; def x { int b = ⟦v⟧; }"],
        );
    }

    #[test]
    fn other_names_are_edited_alone() {
        check(
            "def x : $0A { int f = 1; }",
            expect!["def x : A { int f = 1; }"],
        );
        check(
            "def x { int f = 1; int g = $0f; }",
            expect!["def x { int f = 1; int g = f; }"],
        );
        check(
            "class A<int n> {} def x : A<$0n = 1>;",
            expect!["class A<int n> {} def x : A<n = 1>;"],
        );
    }
}
