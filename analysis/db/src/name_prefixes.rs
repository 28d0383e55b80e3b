//! Prefixes that multiclasses put before the name of a `defm`.
//!
//! The names of most records of a `defm` begin with the name of the `defm`. For most record names, this prefix
//! identifies the statements that may create the record. But a multiclass may use `NAME` at another position of a
//! record's name.

use elaborate::hir::{BangOp, Code, Expr, ExprId, Parent, Stmt, StmtKind};
use elaborate::symbol::Sym;
use elaborate::unit::Unit;
use rustc_hash::FxHashMap;

/// The prefixes that a multiclass puts before `NAME` in the names of its records. `anything` is true if one of the
/// prefixes is not known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct NamePrefixes {
    pub texts: Vec<Sym>,
    pub anything: bool,
}

impl NamePrefixes {
    pub(crate) fn is_empty(&self) -> bool {
        self.texts.is_empty() && !self.anything
    }

    fn add_text(&mut self, text: Sym) {
        if !self.texts.contains(&text) {
            self.texts.push(text);
        }
    }

    /// Adds the prefixes of `others`. Returns whether any of them is new.
    fn add(&mut self, others: &NamePrefixes) -> bool {
        let before = (self.anything, self.texts.len());
        self.anything |= others.anything;
        others.texts.iter().for_each(|it| self.add_text(*it));
        before != (self.anything, self.texts.len())
    }
}

/// The multiclasses with records whose names do not begin with the name of the `defm`, each with the prefixes that
/// precede the name of the `defm` in these names. The records may come from another multiclass that the multiclass
/// uses.
pub(super) fn open_multiclasses(unit: &Unit) -> FxHashMap<Sym, NamePrefixes> {
    let mut open: FxHashMap<Sym, NamePrefixes> = FxHashMap::default();
    loop {
        let mut changed = false;
        for stmt in unit.stmts() {
            let StmtKind::Multiclass(it) = &stmt.kind else {
                continue;
            };
            let mut walk = Walk::new(&open);
            walk.named_in = Some(&stmt.code);
            walk.uses(&it.parents);
            it.body.iter().for_each(|it| walk.stmt(it));
            let fronts = walk.fronts;
            if !fronts.is_empty() {
                changed |= open.entry(it.name).or_default().add(&fronts);
            }
        }
        if !changed {
            return open;
        }
    }
}

/// The prefixes that the multiclasses used by a statement put before the name of a `defm`. Empty for a multiclass.
pub(super) fn name_prefixes_in(stmt: &Stmt, open: &FxHashMap<Sym, NamePrefixes>) -> NamePrefixes {
    let mut walk = Walk::new(open);
    if !matches!(stmt.kind, StmtKind::Multiclass(_)) {
        walk.stmt(&stmt.kind);
    }
    walk.fronts
}

/// Collects prefixes from the statements that create records.
struct Walk<'a> {
    open: &'a FxHashMap<Sym, NamePrefixes>,
    /// The code of the enclosing multiclass. Names in it may mention the `NAME` of this multiclass.
    named_in: Option<&'a Code>,
    /// The multiclass's variables whose values contain `NAME`.
    variables: Vec<Sym>,
    fronts: NamePrefixes,
}

impl<'a> Walk<'a> {
    fn new(open: &'a FxHashMap<Sym, NamePrefixes>) -> Walk<'a> {
        Walk {
            open,
            named_in: None,
            variables: Vec::new(),
            fronts: NamePrefixes::default(),
        }
    }

    fn stmt(&mut self, stmt: &StmtKind) {
        match stmt {
            StmtKind::Def(it) => self.name(it.name),
            StmtKind::Defm(it) => {
                self.name(it.name);
                self.uses(&it.parents);
            }
            StmtKind::Defvar(it) => {
                if let Some(code) = self.named_in
                    && self.mentions_name(code, it.value)
                {
                    self.variables.push(it.name);
                }
            }
            _ => stmt.bodies().for_each(|it| self.stmt(it)),
        }
    }

    fn uses(&mut self, parents: &[Parent]) {
        for fronts in parents.iter().filter_map(|it| self.open.get(&it.name)) {
            self.fronts.add(fronts);
        }
    }

    /// Adds the text that precedes `NAME` in the name of a record in a multiclass. A name that does not mention `NAME`
    /// implicitly begins with `NAME`, so it adds no prefix.
    fn name(&mut self, name: Option<ExprId>) {
        let (Some(code), Some(name)) = (self.named_in, name) else {
            return;
        };
        match code[leftmost(code, name)].expr {
            Expr::Name(Sym::NAME) => {}
            _ if !self.mentions_name(code, name) => {}
            Expr::Str(text) if text != Sym::EMPTY => self.fronts.add_text(text),
            _ => self.fronts.anything = true,
        }
    }

    fn mentions_name(&self, code: &Code, value: ExprId) -> bool {
        code.parts_of(value).iter().any(|it| match it.expr {
            Expr::Name(name) => name == Sym::NAME || self.variables.contains(&name),
            _ => false,
        })
    }
}

/// The leftmost operand of the pastes and concatenations that form a name.
fn leftmost(code: &Code, mut name: ExprId) -> ExprId {
    loop {
        name = match &code[name].expr {
            Expr::Paste { lhs, .. } => *lhs,
            Expr::Bang { op, args, .. } if *op == BangOp::StrConcat && !args.is_empty() => args[0],
            _ => return name,
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::super::tests::read;
    use super::*;

    fn check(text: &str, expect: Expect) {
        let mut open: Vec<String> = open_multiclasses(&read(text))
            .into_iter()
            .map(|(name, fronts)| {
                let texts = fronts.texts.iter().map(|it| format!(" {it}"));
                let texts = texts.collect::<String>();
                format!(
                    "{name}:{texts}{}\n",
                    if fronts.anything { " *" } else { "" }
                )
            })
            .collect();
        open.sort();
        expect.assert_eq(&open.concat());
    }

    #[test]
    fn names_that_begin_with_name() {
        check(
            r##"
multiclass M<string s, Gen gen> {
  def a; def NAME#b; def s#"c"; def gen.Suffix; def !strconcat(NAME, s); def "";
  foreach x = [1, 2] in def _#x;
}
"##,
            expect![""],
        );
    }

    #[test]
    fn names_with_something_in_front() {
        check(
            r##"
multiclass Text { def "int_"#NAME; }
multiclass Either { defvar name = !if(1, NAME, "x"); def name#"_e"; }
multiclass Uses { defm _a : Text; defm "x"#NAME : Uses; }
multiclass Inherits : Uses { let X = 1 in { if 1 then { defm b : Either; } } }
"##,
            expect![[r#"
                Either: *
                Inherits: int_ x *
                Text: int_
                Uses: int_ x
            "#]],
        );
    }
}
