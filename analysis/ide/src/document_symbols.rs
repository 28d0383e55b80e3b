//! The outline of a file: a tree of its declarations.

mod nameless;

use std::ops::Range;

use syntax::ast::{
    AstNode, Block, BodyItem, ForeachSource, Parents, SourceFile, Statement, TemplateParams, Token,
};

use self::nameless::nameless;
use super::tree_text::{cut, one_line, range};

/// The kind of declaration or block that a symbol represents.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SymbolKind {
    /// A `class`; its children are the declarations of its body.
    Class,
    /// A `multiclass`; its children are the statements in it.
    Multiclass,
    /// A `def`; its children are the declarations of its body.
    Def,
    /// A `defm`. It has no children, since its records are not known from the syntax.
    Defm,
    /// A `defset`; its children are the statements in it.
    Defset,
    /// A `deftype`.
    Deftype,
    /// A `defvar` at the top level, in a block or in a body.
    Variable,
    /// A field that a body declares. Fields that are only set by `let` are not part of the outline.
    Field,
    /// A `let`, `foreach` or branch of an `if` with braces; its children are the statements in its block.
    Block,
}

/// A declaration or block in the outline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// The kind of the declaration.
    pub kind: SymbolKind,
    /// The name, or a label for a declaration without one; never empty.
    pub name: String,
    /// Details: the template parameters and superclasses, the type, or the value. May be empty.
    pub detail: String,
    /// The range of the whole declaration, in bytes, half-open. For a branch of an `if`, the range of its block.
    pub range: Range<usize>,
    /// The range of the name, in bytes, within `range`. Empty at the start of `range` if there is no name.
    pub selection: Range<usize>,
    /// The nested symbols, in source order; their ranges are within `range`.
    pub children: Vec<Symbol>,
}

/// The largest number of characters of a block's name or of a detail.
const MAX_NAME: usize = 60;
/// The largest number of symbols in an outline. In LLVM 19, no file has more than 4,491.
const MAX_SYMBOLS: usize = 10_000;

/// The outline of a file. A `let`, a `foreach` or a branch of an `if` is a symbol if it has braces, and its children
/// are the statements inside. Without braces, only the inner statement is a symbol. If there are too many symbols, the
/// last one is a note that says so.
pub fn document_symbols(file: SourceFile<'_>) -> Vec<Symbol> {
    outline_of(file, MAX_SYMBOLS)
}

fn outline_of(file: SourceFile<'_>, most: usize) -> Vec<Symbol> {
    let mut left = Left {
        symbols: most,
        ends_at: None,
    };
    let mut symbols = Vec::new();
    all(file.statements(), &mut left, &mut symbols);
    if let Some(at) = left.ends_at {
        symbols.push(Symbol {
            kind: SymbolKind::Block,
            name: format!("… (the outline ends here, after {most} symbols)"),
            detail: String::new(),
            range: at..at,
            selection: at..at,
            children: Vec::new(),
        });
    }
    symbols
}

/// The number of symbols that may still be added.
struct Left {
    symbols: usize,
    /// The start of the first symbol that is left out.
    ends_at: Option<usize>,
}

impl Left {
    /// Counts a symbol that starts at `at`. Returns false if the limit was reached before.
    fn takes(&mut self, at: usize) -> bool {
        match self.symbols.checked_sub(1) {
            Some(left) => self.symbols = left,
            None => self.ends_at = self.ends_at.or(Some(at)),
        }
        self.ends_at.is_none()
    }
}

fn all<'t>(mut stmts: impl Iterator<Item = Statement<'t>>, left: &mut Left, out: &mut Vec<Symbol>) {
    _ = stmts.try_for_each(|it| {
        statement(it, left, out);
        left.ends_at.is_none().then_some(())
    });
}

fn statement(stmt: Statement<'_>, left: &mut Left, out: &mut Vec<Symbol>) {
    let is_symbol = match stmt {
        // For these statements, `inner` counts a symbol for each block in braces.
        Statement::Let(_) | Statement::Foreach(_) | Statement::If(_) => false,
        Statement::Assert(_) | Statement::Dump(_) | Statement::Include(_) => return,
        _ => true,
    };
    if is_symbol && !left.takes(stmt.range().start().into()) {
        return;
    }
    let mut push = |kind, name: Option<(String, Range<usize>)>, detail, children| {
        let range = range(stmt.range());
        let (name, selection) = name.unwrap_or_else(|| (nameless(stmt), start(&range)));
        out.push(Symbol {
            kind,
            name,
            detail,
            selection,
            range,
            children,
        });
    };
    match stmt {
        Statement::Class(it) => {
            let fields = it.body().into_iter().flat_map(|it| it.body_items());
            let detail = signature(it.template_params(), it.parents());
            let children = body_items(fields, left);
            push(SymbolKind::Class, token_name(it.name()), detail, children);
        }
        Statement::Multiclass(it) => {
            let detail = signature(it.template_params(), it.parents());
            let children = block(it.block(), left);
            push(
                SymbolKind::Multiclass,
                token_name(it.name()),
                detail,
                children,
            );
        }
        Statement::Def(it) => {
            let fields = it.body().into_iter().flat_map(|it| it.body_items());
            let detail = signature(None, it.parents());
            let children = body_items(fields, left);
            push(SymbolKind::Def, it.name().map(node_name), detail, children);
        }
        Statement::Defm(it) => {
            let detail = signature(None, it.parents());
            push(
                SymbolKind::Defm,
                it.name().map(node_name),
                detail,
                Vec::new(),
            );
        }
        Statement::Defset(it) => {
            let detail = it.ty().map(one_line).unwrap_or_default();
            let children = block(it.block(), left);
            push(SymbolKind::Defset, token_name(it.name()), detail, children);
        }
        Statement::Deftype(it) => {
            let detail = it.ty().map(one_line).unwrap_or_default();
            push(
                SymbolKind::Deftype,
                token_name(it.name()),
                detail,
                Vec::new(),
            );
        }
        Statement::Defvar(it) => {
            let detail = it.value().map(one_line).unwrap_or_default();
            let name = token_name(it.name());
            push(
                SymbolKind::Variable,
                name,
                cut(&detail, MAX_NAME),
                Vec::new(),
            );
        }
        Statement::Let(it) => {
            let items: Vec<String> = it.let_items().map(one_line).collect();
            let name = format!("let {}", items.join(", "));
            inner(stmt, name, it.block(), left, out);
        }
        Statement::Foreach(it) => {
            let variable = it.name().map_or("", Token::text);
            let source = match it.foreach_source() {
                Some(ForeachSource::Value(it)) => one_line(it),
                Some(ForeachSource::Range(it)) => one_line(it),
                Some(ForeachSource::RangeList(it)) => one_line(it),
                None => String::new(),
            };
            let name = format!("foreach {variable} = {source}");
            inner(stmt, name, it.block(), left, out);
        }
        Statement::If(it) => {
            let condition = it.condition().map(one_line).unwrap_or_default();
            let then = format!("if {condition}");
            inner(stmt, then, it.then_block(), left, out);
            if let Some(other) = it.else_block() {
                let name = format!("else of if {condition}");
                inner(stmt, name, Some(other), left, out);
            }
        }
        Statement::Assert(_) | Statement::Dump(_) | Statement::Include(_) => {}
    }
}

/// Adds a block in braces as a symbol, and the statements of a block without braces directly.
fn inner(
    stmt: Statement<'_>,
    name: String,
    block: Option<Block<'_>>,
    left: &mut Left,
    out: &mut Vec<Symbol>,
) {
    let Some(it) = block else { return };
    if !it.is_braced() {
        return all(it.statements(), left, out);
    }
    if !left.takes(stmt.range().start().into()) {
        return;
    }
    let children = self::block(block, left);
    let whole = range(stmt.range());
    // The two branches of an `if` need disjoint ranges.
    let range = match stmt {
        Statement::If(_) => range(it.range()),
        _ => whole,
    };
    out.push(Symbol {
        kind: SymbolKind::Block,
        name: cut(&name, MAX_NAME),
        detail: String::new(),
        selection: start(&range),
        range,
        children,
    });
}

fn block(block: Option<Block<'_>>, left: &mut Left) -> Vec<Symbol> {
    let mut symbols = Vec::new();
    if let Some(block) = block {
        all(block.statements(), left, &mut symbols);
    }
    symbols
}

fn body_items<'t>(items: impl Iterator<Item = BodyItem<'t>>, left: &mut Left) -> Vec<Symbol> {
    let symbols = items.filter_map(body_item);
    symbols
        .take_while(|it| left.takes(it.range.start))
        .collect()
}

fn body_item(item: BodyItem<'_>) -> Option<Symbol> {
    let (kind, name, detail) = match item {
        BodyItem::Field(it) => (SymbolKind::Field, it.name()?, it.ty().map(one_line)),
        BodyItem::Defvar(it) => (SymbolKind::Variable, it.name()?, it.value().map(one_line)),
        BodyItem::BodyLet(_) | BodyItem::Assert(_) | BodyItem::Dump(_) => return None,
    };
    Some(Symbol {
        kind,
        name: name.text().to_owned(),
        detail: cut(&detail.unwrap_or_default(), MAX_NAME),
        range: range(item.range()),
        selection: range(name.range()),
        children: Vec::new(),
    })
}

/// The template parameters and superclasses on one line, truncated.
fn signature(params: Option<TemplateParams<'_>>, parents: Option<Parents<'_>>) -> String {
    let params = params.map(one_line).unwrap_or_default();
    let classes = parents.into_iter().flat_map(|it| it.class_refs());
    let classes: Vec<&str> = classes.map(|it| it.name_text()).collect();
    let detail = match (params.as_str(), &classes[..]) {
        (_, []) => params,
        ("", _) => classes.join(", "),
        _ => format!("{params} : {}", classes.join(", ")),
    };
    cut(&detail, MAX_NAME)
}

fn token_name(token: Option<Token<'_>>) -> Option<(String, Range<usize>)> {
    token.map(|it| (it.text().to_owned(), range(it.range())))
}

fn node_name<'t>(node: impl AstNode<'t>) -> (String, Range<usize>) {
    match one_line(node) {
        name if name.is_empty() => ("(unnamed)".to_owned(), range(node.range())),
        name => (name, range(node.range())),
    }
}

fn start(range: &Range<usize>) -> Range<usize> {
    range.start..range.start
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use expect_test::{Expect, expect};

    use super::*;
    use crate::fixtures::tree;

    fn check(text: &str, want: Expect) {
        let tree = tree(text);
        let mut out = String::new();
        render(
            text,
            &document_symbols(SourceFile::of_root(&tree)),
            0,
            &mut out,
        );
        want.assert_eq(&out);
    }

    fn render(text: &str, symbols: &[Symbol], depth: usize, out: &mut String) {
        for it in symbols {
            assert!(it.range.start <= it.selection.start && it.selection.end <= it.range.end);
            let indent = "  ".repeat(depth);
            let selected = &text[it.selection.clone()];
            writeln!(
                out,
                "{indent}{:?} {} | {} | {selected}",
                it.kind, it.name, it.detail
            )
            .unwrap();
            render(text, &it.children, depth + 1, out);
        }
    }

    #[test]
    fn statements_with_their_fields() {
        check(
            "class A<int n, string s = \"x\"> : B<n>, C { int f = n; let g = 1; defvar v = 2; }\n\
             def a#b : A<1> { field bits<3> Code; }\n\
             def : A<2>;\n\
             defm M : MC<1>, MD;\n\
             defset list<A> all = { def inner; }\n\
             deftype t = list<int>;\n\
             defvar x = !add(1, 2);\n",
            expect![[r#"
                Class A | <int n, string s = "x"> : B, C | A
                  Field f | int | f
                  Variable v | 2 | v
                Def a#b | A | a#b
                  Field Code | bits<3> | Code
                Def A<2> | A | 
                Defm M | MC, MD | M
                Defset all | list<A> | all
                  Def inner |  | inner
                Deftype t | list<int> | t
                Variable x | !add(1, 2) | x
            "#]],
        );
    }

    #[test]
    fn what_has_no_name_is_known_by_what_it_is_about() {
        check(
            "def : Pat<(add GR32:$a, (mul $b, $c)), (X)>;\n\
             def : Pat<(i32 (bitconvert FR32:$src)), (MOV FR32:$src)>;\n\
             def : Rule<[(set R:$d, (sub $a, $b))], 1>;\n\
             def : InstAlias<\"mov\\t$a\", (MOVrr R:$a), 0>;\n\
             def : Pat<(v4i32 (X86cmov VR128:$t, (load addr:$a), (i8 timm:$c), EFLAGS)), (CMOV VR128:$t)>;\n\
             def : Pat<(store (loadi32 (add (mul $a, $b), $c)), addr:$dst), (MOV addr:$dst)>, Requires<[P]>;\n\
             def : Pat<(f32 (very_long_operator_of_a_pattern (another_long_one $a), FR32X:$b, FR32X:$c)), (OP)>;\n\
             defm : Binary<add, \"ADD\", GPR>;\n\
             def : Plain;\ndef;\ndefm : Both<x = 1>;\ndefm : M<(outs)>;\n",
            expect![[r#"
                Def Pat<(add GR32, (mul $b, $c)), (X)> | Pat | 
                Def Pat<(i32 (bitconvert FR32)), (MOV …)> | Pat | 
                Def Rule<[(set R, (sub $a, $b))], 1> | Rule | 
                Def InstAlias<"mov\t$a", (MOVrr …), 0> | InstAlias | 
                Def Pat<(v4i32 (X86cmov VR128, (load …), (i8 timm), EFLAGS)), (CMOV …)> | Pat | 
                Def Pat<(store (loadi32 (add …)), addr), (MOV …)> | Pat, Requires | 
                Def Pat<(f32 (very_long_operator_of_a_pattern …)), (OP)> | Pat | 
                Defm Binary<add, "ADD", GPR> | Binary | 
                Def Plain | Plain | 
                Def (unnamed) |  | 
                Defm Both<x = 1> | Both | 
                Defm M<(outs)> | M | 
            "#]],
        );
    }

    #[test]
    fn blocks_in_braces_are_symbols() {
        check(
            "let P = [a,\n b] in { def x; foreach i = 0-3 in def r#i; }\n\
             foreach i = [1, 2] in { def y#i; }\n\
             multiclass M<int n> { if n then { def t; } else { def e; } defm z : N; }\n\
             if 1 then def plain;",
            expect![[r#"
                Block let P = [a, b] |  | 
                  Def x |  | x
                  Def r#i |  | r#i
                Block foreach i = [1, 2] |  | 
                  Def y#i |  | y#i
                Multiclass M | <int n> | M
                  Block if n |  | 
                    Def t |  | t
                  Block else of if n |  | 
                    Def e |  | e
                  Defm z | N | z
                Def plain |  | plain
            "#]],
        );
    }

    #[test]
    fn broken_text_has_an_outline() {
        check(
            "class { int ; }\ndef x : {}\nclass B<int> : ;",
            expect![[r#"
                Class (unnamed) |  | 
                Def x |  | x
                Class B | <int> :  | B
            "#]],
        );
    }

    #[test]
    fn very_many_symbols_are_left_out() {
        let tree = tree("def a { int x; }\nlet i = 1 in { def b; def c { int y; } }\ndef d;\n");
        let check = |most: usize, want: &str| {
            let mut out = String::new();
            names(&outline_of(SourceFile::of_root(&tree), most), &mut out);
            assert_eq!(out, want);
        };
        fn names(symbols: &[Symbol], out: &mut String) {
            for it in symbols {
                write!(out, "{}@{} ", it.name, it.range.start).unwrap();
                names(&it.children, out);
            }
        }
        check(7, "a@0 x@8 let i = 1@17 b@32 c@39 y@47 d@58 ");
        let end = |most: usize, at: usize| {
            format!("… (the outline ends here, after {most} symbols)@{at} ")
        };
        check(
            6,
            &format!("a@0 x@8 let i = 1@17 b@32 c@39 y@47 {}", end(6, 58)),
        );
        check(5, &format!("a@0 x@8 let i = 1@17 b@32 c@39 {}", end(5, 47)));
        check(2, &format!("a@0 x@8 {}", end(2, 17)));
        check(1, &format!("a@0 {}", end(1, 8)));
        check(0, &end(0, 0));
    }
}
