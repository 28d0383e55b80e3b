//! Inlay hints: what an editor shows between the words of a file.

use std::ops::Range;

use db::{Database, Db};
use elaborate::symbol::Sym;
use rowan::Direction;
use syntax::SyntaxKind::{self, *};
use syntax::SyntaxNode;

use super::display::Shown;
use super::evaluate::seen_from;
use super::hover::made_by;
use super::place::{child, child_token, is_value, values};
use super::resolve::parent_names;
use super::source_of;
use super::text::Text;
use super::tree_text::{cut, range};

/// Which hints are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InlayConfig<'c> {
    /// Before an argument that is given by its place: which one it is.
    pub argument_names: bool,
    /// At a `let` in a body whose field is inherited: its type.
    pub field_types: bool,
    /// At a field of a `def` that is set by more than a literal: its value. None in multiclasses, see `seen_from`.
    pub field_values: bool,
    /// Behind a `defm` outside multiclasses: how many records it makes.
    pub record_counts: bool,
    /// Also names of arguments that the text says already.
    pub obvious: bool,
    /// The name of a `defm` whose values are shown in multiclasses.
    pub seen_from: Option<&'c str>,
}

impl Default for InlayConfig<'_> {
    /// All that tell something.
    fn default() -> Self {
        InlayConfig {
            argument_names: true,
            field_types: true,
            field_values: true,
            record_counts: true,
            obvious: false,
            seen_from: None,
        }
    }
}

/// What a hint tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InlayKind {
    /// The name of the template argument that a value is given for.
    ArgumentName,
    /// The type of an inherited field.
    FieldType,
    /// What the value of a field comes to.
    FieldValue,
    /// How many records a `defm` makes.
    RecordCount,
    /// There would be more from here on.
    End,
}

/// A hint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inlay {
    /// Where it is shown.
    pub offset: usize,
    /// What it tells; [`InlayKind::End`] only for the last of an answer that was cut.
    pub kind: InlayKind,
    /// What is shown, without blanks around it; a type or value in it is cut after 40 characters.
    pub label: String,
}

/// How long a value may be.
const MAX_VALUE: usize = 40;
/// How many fields before one are looked at.
const MAX_LETS: usize = 100;
/// How many hints an answer has. Nobody sees as many lines at once.
const MAX_HINTS: usize = 5_000;

/// The hints in a range of a file, in order. Only the records there are elaborated. Where there would be too many, the
/// last one says so.
pub fn inlay_hints(
    db: &Database,
    path: &str,
    within: Range<usize>,
    config: InlayConfig<'_>,
) -> Option<Vec<Inlay>> {
    let source = source_of(db, path)?;
    if db.unit().sources.files[source].spliced.is_some() {
        return Some(Vec::new());
    }
    let text = Text::new(db);
    let root = text.root(source)?;
    let hints = Hints {
        text: &text,
        source,
        within,
        config,
        most: MAX_HINTS,
        out: Vec::new(),
    };
    Some(hints.all(&root))
}

struct Hints<'t> {
    text: &'t Text<'t>,
    source: usize,
    within: Range<usize>,
    config: InlayConfig<'t>,
    most: usize,
    out: Vec<Inlay>,
}

impl Hints<'_> {
    fn all(mut self, root: &SyntaxNode) -> Vec<Inlay> {
        self.node(root);
        self.out.sort_by_key(|it| it.offset);
        if let Some(rest) = self.out.get(self.most) {
            let end = Inlay {
                offset: rest.offset,
                kind: InlayKind::End,
                label: "… hints end here".to_owned(),
            };
            self.out.truncate(self.most);
            self.out.push(end);
        }
        self.out
    }

    fn node(&mut self, node: &SyntaxNode) {
        let around = range(node.text_range());
        let is_outside = around.end < self.within.start || around.start > self.within.end;
        // A hint of a node may stand behind those of the nodes in it, not behind what follows.
        let is_enough = self.out.len() > self.most;
        if is_outside || is_enough {
            return;
        }
        match node.kind() {
            ARG_LIST if self.config.argument_names => self.argument_names(node),
            BODY_LET if self.config.field_types => self.field_type(node),
            DEF if self.config.field_values => self.field_values(node),
            DEFM if self.config.record_counts => self.record_count(node),
            MULTICLASS => self.seen(node),
            _ => {}
        }
        for child in node.children() {
            self.node(&child);
        }
    }

    fn push(&mut self, offset: usize, kind: InlayKind, label: String) {
        if self.within.start <= offset && offset <= self.within.end {
            self.out.push(Inlay {
                offset,
                kind,
                label,
            });
        }
    }

    fn argument_names(&mut self, args: &SyntaxNode) {
        let owner = self.text.owner_of_args(args);
        let Some((_, params)) = owner.and_then(|it| self.text.template_args(it)) else {
            return;
        };
        let positional = args.children().take_while(|it| is_value(it.kind()));
        for (arg, param) in positional.zip(params) {
            let is_obvious = mentions(&arg, param.name.as_str());
            if self.config.obvious || !is_obvious {
                let start = arg.text_range().start().into();
                self.push(start, InlayKind::ArgumentName, format!("{}:", param.name));
            }
        }
    }

    fn field_type(&mut self, node: &SyntaxNode) {
        let Some(name) = child_token(node, IDENT) else {
            return;
        };
        let field = Sym::new(name.text());
        let Some(object) = node.ancestors().find(|it| matches!(it.kind(), CLASS | DEF)) else {
            return;
        };
        let body = child(&object, BODY);
        let is_own = body.into_iter().flat_map(|it| it.children()).any(|it| {
            it.kind() == FIELD && child_token(&it, IDENT).is_some_and(|it| it.text() == name.text())
        });
        if is_own {
            return;
        }
        // Bits are often set some at a time.
        let lets_before = node.siblings(Direction::Prev).skip(1).take(MAX_LETS);
        let mut lets_before = lets_before.filter(|it| it.kind() == BODY_LET);
        let is_same =
            |it: SyntaxNode| child_token(&it, IDENT).is_some_and(|it| it.text() == name.text());
        if lets_before.any(is_same) {
            return;
        }
        let mut classes = parent_names(&object);
        let Some(found) = classes.find_map(|it| self.text.class_field(it, field)) else {
            return;
        };
        let stmt = self.text.stmt(found.item);
        let place = self.text.place(found.item, stmt.code[found.decl.ty].at);
        let file = &self.text.unit().sources.files[place.source];
        let ty = file.parsed_text();
        let Some(ty) = ty.get(place.start as usize..place.end as usize) else {
            return;
        };
        let end = name.text_range().end().into();
        self.push(
            end,
            InlayKind::FieldType,
            format!(": {}", cut(ty, MAX_VALUE)),
        );
    }

    /// The values of the fields that a record sets by more than a literal.
    fn field_values(&mut self, def: &SyntaxNode) {
        let Some(body) = child(def, BODY) else { return };
        let computed: Vec<(Sym, SyntaxNode)> =
            body.children().filter_map(|it| computed(&it)).collect();
        if computed.is_empty() || def.ancestors().any(|it| it.kind() == MULTICLASS) {
            return;
        }
        let [record] = &self.made(def)[..] else {
            return;
        };
        let shown = Shown::new(self.text.db);
        for (name, value) in computed {
            let Some(v) = record.field(name).and_then(|it| it.value) else {
                continue;
            };
            let text = shown.brief(v);
            let label = cut(&text, MAX_VALUE);
            if !is_written_so(&value, &text) {
                let end = value.text_range().end().into();
                self.push(end, InlayKind::FieldValue, format!("= {label}"));
            }
        }
    }

    fn record_count(&mut self, defm: &SyntaxNode) {
        if defm.ancestors().any(|it| it.kind() == MULTICLASS) {
            return;
        }
        let end = defm.text_range().end().into();
        let label = match self.made(defm).len() {
            1 => "1 record".to_owned(),
            count => format!("{count} records"),
        };
        self.push(end, InlayKind::RecordCount, label);
    }

    /// What the values of a multiclass are as seen from the chosen `defm`.
    fn seen(&mut self, multiclass: &SyntaxNode) {
        let Some(maker) = self.config.seen_from else {
            return;
        };
        let found = seen_from(self.text, self.source, multiclass, &self.within, maker);
        for (offset, values) in found {
            let label = cut(&values.join(", "), MAX_VALUE);
            self.push(offset, InlayKind::FieldValue, format!("= {label}"));
        }
    }

    fn made(&self, maker: &SyntaxNode) -> Vec<std::sync::Arc<elaborate::record::Record>> {
        let keyword = maker.first_token().map(|it| it.text_range());
        let place = keyword.map(|it| super::Place::of(self.source, it));
        match place.and_then(|it| self.text.maker_at(it)) {
            Some((item, maker)) => made_by(self.text, item, maker),
            None => Vec::new(),
        }
    }
}

/// Whether a value is written as it is shown, but for blanks and comments.
fn is_written_so(value: &SyntaxNode, shown: &str) -> bool {
    let tokens = value.descendants_with_tokens();
    let tokens = tokens.filter_map(|it| it.into_token());
    let words = tokens.filter(|it| !it.kind().is_trivia());
    let written: String = words.map(|it| it.text().to_owned()).collect();
    let chars = |text: &str| {
        text.chars()
            .filter(|it| !it.is_whitespace())
            .collect::<String>()
    };
    chars(&written) == chars(shown)
}

/// The name and value of a field or `let` of a whole field whose value is no literal.
fn computed(item: &SyntaxNode) -> Option<(Sym, SyntaxNode)> {
    if !matches!(item.kind(), FIELD | BODY_LET) || child(item, RANGE_LIST).is_some() {
        return None;
    }
    let name = Sym::new(child_token(item, IDENT)?.text());
    let value = values(item).last()?;
    (!is_literal(value.kind())).then_some((name, value))
}

fn is_literal(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        INT_VALUE
            | BINARY_VALUE
            | BOOL_VALUE
            | STRING_VALUE
            | CODE_VALUE
            | UNSET_VALUE
            | ERROR_VALUE
    )
}

/// Whether a value says what it is given for: it is the name of the argument, or a dag with that as its operator, up to
/// case, underscores and a plural's ending. A name of one letter says nothing anyway.
fn mentions(value: &SyntaxNode, name: &str) -> bool {
    let plain = |it: &str| {
        let it = it.replace('_', "").to_lowercase();
        it.strip_suffix('s').map(str::to_owned).unwrap_or(it)
    };
    let word = match value.kind() {
        IDENT_VALUE | FIELD_ACCESS | CLASS_VALUE => child_token(value, IDENT),
        DAG_VALUE => {
            let tokens = value
                .descendants_with_tokens()
                .filter_map(|it| it.into_token());
            let operator = tokens.filter(|it| !it.kind().is_trivia()).nth(1);
            operator.filter(|it| it.kind() == IDENT)
        }
        _ => None,
    };
    let is_letter = name.chars().count() == 1;
    is_letter || word.is_some_and(|it| plain(it.text()) == plain(name))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::fixtures::unit;

    /// The text with the hints in it.
    fn check(text: &str, config: InlayConfig<'_>, want: Expect) {
        let db = unit(text);
        let inlays = inlay_hints(&db, "root.td", 0..text.len(), config).unwrap();
        let mut out = text.to_owned();
        for it in inlays.iter().rev() {
            out.insert_str(it.offset, &format!("⟦{}⟧", it.label));
        }
        want.assert_eq(&out);
    }

    const NONE: InlayConfig<'_> = InlayConfig {
        argument_names: false,
        field_types: false,
        field_values: false,
        record_counts: false,
        obvious: false,
        seen_from: None,
    };

    #[test]
    fn names_of_arguments() {
        let config = InlayConfig {
            argument_names: true,
            ..NONE
        };
        check(
            "class A<int n, string s = \"\", int some_name = 1>;\n\
             class B<int n> : A<n, \"x\">;\n\
             multiclass M<int size> { def _x : A<size, s = \"y\">; }\n\
             defm d : M<3>;\n\
             def e { A a = A<1, \"z\", SomeName>; int v = A<B<1>.n>.n; A f = Unknown<1>; }\n",
            InlayConfig {
                obvious: true,
                ..config
            },
            expect![[r#"
                class A<int n, string s = "", int some_name = 1>;
                class B<int n> : A<⟦n:⟧n, ⟦s:⟧"x">;
                multiclass M<int size> { def _x : A<⟦n:⟧size, s = "y">; }
                defm d : M<⟦size:⟧3>;
                def e { A a = A<⟦n:⟧1, ⟦s:⟧"z", ⟦some_name:⟧SomeName>; int v = A<⟦n:⟧B<⟦n:⟧1>.n>.n; A f = Unknown<1>; }
            "#]],
        );
    }

    #[test]
    fn names_that_the_text_says_are_left_out() {
        let config = InlayConfig {
            argument_names: true,
            ..NONE
        };
        let text = "def outs;\ndef ins;\ndef GPR;\n\
            class I<dag outs, dag ins, string asm, list<dag> pattern, int Size, int x, dag OutOperandList>;\n\
            defvar size = 4;\n\
            def A : I<(outs GPR:$d), (ins GPR:$s), \"a\", [], size, 5, (outs)>;\n";
        check(
            text,
            config,
            expect![[r#"
                def outs;
                def ins;
                def GPR;
                class I<dag outs, dag ins, string asm, list<dag> pattern, int Size, int x, dag OutOperandList>;
                defvar size = 4;
                def A : I<(outs GPR:$d), (ins GPR:$s), ⟦asm:⟧"a", ⟦pattern:⟧[], size, 5, ⟦OutOperandList:⟧(outs)>;
            "#]],
        );
        let all = InlayConfig {
            obvious: true,
            ..config
        };
        check(
            text,
            all,
            expect![[r#"
            def outs;
            def ins;
            def GPR;
            class I<dag outs, dag ins, string asm, list<dag> pattern, int Size, int x, dag OutOperandList>;
            defvar size = 4;
            def A : I<⟦outs:⟧(outs GPR:$d), ⟦ins:⟧(ins GPR:$s), ⟦asm:⟧"a", ⟦pattern:⟧[], ⟦Size:⟧size, ⟦x:⟧5, ⟦OutOperandList:⟧(outs)>;
        "#]],
        );
    }

    #[test]
    fn types_of_inherited_fields() {
        let config = InlayConfig {
            field_types: true,
            ..NONE
        };
        check(
            "class A { bits<8> op; list<int> all; }\nclass B : A { int own; let op = 1; }\n\
             def c : B { string mine = \"\"; let all = []; let op{3-0} = 2; let op{7-4} = 1; let mine = \"x\"; let own = 3; let no = 1; }\n",
            config,
            expect![[r#"
                class A { bits<8> op; list<int> all; }
                class B : A { int own; let op⟦: bits<8>⟧ = 1; }
                def c : B { string mine = ""; let all⟦: list<int>⟧ = []; let op⟦: bits<8>⟧{3-0} = 2; let op{7-4} = 1; let mine = "x"; let own⟦: int⟧ = 3; let no = 1; }
            "#]],
        );
    }

    #[test]
    fn values_of_fields() {
        let config = InlayConfig {
            field_values: true,
            ..NONE
        };
        check(
            "class A<int n> { int v = !add(n, 1); }\n\
             def b : A<4> { int w = !mul(v, 2); int x = 7; string s = !strconcat(\"a\", \"b\"); let v = !add(8, 1); A self = b; }\n\
             def d; def e { dag f = (d 1,  // one\n 2); }\n\
             foreach i = [1, 2] in def c#i { int w = !add(i, 1); }\n\
             foreach i = [1] in def d#i { int w = !add(i, 1); }\n\
             multiclass M { def e { int w = !add(1, 1); } }\n",
            config,
            expect![[r#"
                class A<int n> { int v = !add(n, 1); }
                def b : A<4> { int w = !mul(v, 2)⟦= 18⟧; int x = 7; string s = !strconcat("a", "b")⟦= "ab"⟧; let v = !add(8, 1)⟦= 9⟧; A self = b; }
                def d; def e { dag f = (d 1,  // one
                 2); }
                foreach i = [1, 2] in def c#i { int w = !add(i, 1); }
                foreach i = [1] in def d#i { int w = !add(i, 1)⟦= 2⟧; }
                multiclass M { def e { int w = !add(1, 1); } }
            "#]],
        );
    }

    #[test]
    fn bits_are_numbers() {
        let config = InlayConfig {
            field_values: true,
            seen_from: Some("X"),
            ..NONE
        };
        check(
            "class A { bits<5> rd; bits<12> imm; bits<24> Inst; bits<20> wide = 0; }\n\
             def a : A { bits<5> w = {0, 0, 1, 0, 1}; let wide = {w, w, w, w};\n\
             let Inst = {imm{11-0}, rd, 0b0010011}; bits<2> x = w{1-0}; }\n\
             multiclass M<bits<3> o> { def _a : A { let rd = {o, o{1}, 1}; } }\ndefm X : M<3>;\n",
            config,
            expect![[r#"
                class A { bits<5> rd; bits<12> imm; bits<24> Inst; bits<20> wide = 0; }
                def a : A { bits<5> w = {0, 0, 1, 0, 1}⟦= 0b00101⟧; let wide = {w, w, w, w}⟦= 0x294a5⟧;
                let Inst = {imm{11-0}, rd, 0b0010011}⟦= { imm, rd, 0b0010011 }⟧; bits<2> x = w{1-0}⟦= 0b01⟧; }
                multiclass M<bits<3> o⟦= 0b011⟧> { def _a⟦= X_a⟧ : A { let rd = {o⟦= 0b011⟧, o{1}⟦= 1⟧, 1}; } }
                defm X : M<3>;
            "#]],
        );
    }

    #[test]
    fn numbers_of_records() {
        let config = InlayConfig {
            record_counts: true,
            ..NONE
        };
        check(
            "multiclass M<list<int> l> { foreach i = l in def _#i; }\n\
             multiclass N { defm x : M<[1]>; def y; }\n\
             defm a : M<[1, 2, 3]>;\ndefm b : M<[1]>;\nlet z = 1 in { defvar v = 1; }\ndefm c : N;\ndefm d : Unknown;\n",
            config,
            expect![[r#"
                multiclass M<list<int> l> { foreach i = l in def _#i; }
                multiclass N { defm x : M<[1]>; def y; }
                defm a : M<[1, 2, 3]>;⟦3 records⟧
                defm b : M<[1]>;⟦1 record⟧
                let z = 1 in { defvar v = 1; }
                defm c : N;⟦2 records⟧
                defm d : Unknown;⟦0 records⟧
            "#]],
        );
    }

    #[test]
    fn a_multiclass_as_seen_from_a_defm_in_a_loop() {
        let config = InlayConfig {
            seen_from: Some("MUL"),
            ..NONE
        };
        let text = "\
class A<string s, int i> { string f = s; int g = i; }
multiclass M<string t, int n> { def _#n : A<t, n>; }
foreach i = [1, 2] in {
  defm ADD : M<\"add\", i>;
  let f = \"set\" in
    defm MUL : M<\"mul\", !add(i, 7)>;
}
";
        check(
            text,
            config,
            expect![[r#"
                class A<string s, int i> { string f = s; int g = i; }
                multiclass M<string t⟦= "mul"⟧, int n⟦= 8, 9⟧> { def _#n⟦= MUL_8, MUL_9⟧ : A<t⟦= "mul"⟧, n⟦= 8, 9⟧>; }
                foreach i = [1, 2] in {
                  defm ADD : M<"add", i>;
                  let f = "set" in
                    defm MUL : M<"mul", !add(i, 7)>;
                }
            "#]],
        );
    }

    #[test]
    fn a_multiclass_as_seen_from_a_defm_in_a_let() {
        let config = InlayConfig {
            seen_from: Some("MUL"),
            ..NONE
        };
        check(
            "class A<int i> { int f = i; }\nmulticlass M<int n> { def _x : A<n>; }\n\
             let f = 1 in { defm MUL : M<7>; }\n",
            config,
            expect![[r#"
                class A<int i> { int f = i; }
                multiclass M<int n⟦= 7⟧> { def _x⟦= MUL_x⟧ : A<n⟦= 7⟧>; }
                let f = 1 in { defm MUL : M<7>; }
            "#]],
        );
    }

    #[test]
    fn a_multiclass_as_seen_from_a_defm() {
        let config = InlayConfig {
            seen_from: Some("MUL"),
            ..NONE
        };
        check(
            "class I<string s> { string S = s; }\ndef op;\n\
             multiclass Base<int n, string t> { def NAME#\"8ri\" : I<t>; defvar m = !add(n, 1); if !gt(m, 4) then def big { int x = m; dag d = (op n, NAME); } }\n\
             multiclass Other<int n> : Base<n, \"o\"> { defvar it = !cast<I>(NAME#\"8ri\"); }\n\
             defm ADD : Base<1, \"add\">;\ndefm MUL : Other<7>;\n",
            config,
            expect![[r#"
                class I<string s> { string S = s; }
                def op;
                multiclass Base<int n⟦= 7⟧, string t⟦= "o"⟧> { def NAME#"8ri"⟦= MUL8ri⟧ : I<t⟦= "o"⟧>; defvar m = !add(n, 1)⟦= 8⟧; if !gt(m, 4)⟦= 1⟧ then def big⟦= MULbig⟧ { int x = m⟦= 8⟧; dag d = (op n⟦= 7⟧, NAME⟦= "MUL"⟧); } }
                multiclass Other<int n⟦= 7⟧> : Base<n⟦= 7⟧, "o"> { defvar it = !cast<I>(NAME#"8ri")⟦= MUL8ri⟧; }
                defm ADD : Base<1, "add">;
                defm MUL : Other<7>;
            "#]],
        );
    }

    #[test]
    fn only_what_is_asked_for() {
        let db = unit("class A<int N0>;\ndef b : A<1>;\ndef c : A<2>;\n");
        let hints = inlay_hints(&db, "root.td", 18..29, InlayConfig::default()).unwrap();
        assert_eq!(hints.len(), 1);
        assert_eq!(hints[0].offset, 27);
    }

    #[test]
    fn very_many_hints_are_left_out() {
        let text = "class A<int N0>;\ndef b : A<1>;\ndef c : A<2>;\ndef d : A<3>;\n";
        let db = unit(text);
        let text = Text::new(&db);
        let root = text.root(0).unwrap();
        let hints = Hints {
            text: &text,
            source: 0,
            within: 0..usize::MAX,
            config: InlayConfig::default(),
            most: 1,
            out: Vec::new(),
        };
        let hints = hints.all(&root);
        let shown: Vec<_> = hints.iter().map(|it| (it.offset, &*it.label)).collect();
        assert_eq!(shown, [(27, "N0:"), (41, "… hints end here")]);
    }
}
