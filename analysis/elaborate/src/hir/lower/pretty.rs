//! The lowered form as text, for tests. It resembles the source, but shows how expressions are grouped.

use std::fmt::Write;

use crate::hir::*;

/// The text of a file. Blocks are indented.
pub(super) fn file(file: &LoweredFile) -> String {
    let mut out = String::new();
    items(file, &file.items, 0, &mut out);
    out
}

fn items(file: &LoweredFile, list: &[FileItem], depth: usize, out: &mut String) {
    for item in list {
        match item {
            FileItem::Stmt(index) => stmt(file, *index, depth, out),
            FileItem::Block { head, body } => {
                stmt(file, *head, depth, out);
                line(out, depth, "block");
                items(file, body, depth + 1, out);
            }
            FileItem::Include { path, .. } => line(out, depth, &format!("include {path:?}")),
        }
    }
}

fn stmt(file: &LoweredFile, index: u32, depth: usize, out: &mut String) {
    let stmt = &file.stmts[index as usize];
    Printer { code: &stmt.code }.stmt(&stmt.kind, depth, out);
}

fn line(out: &mut String, depth: usize, text: &str) {
    writeln!(out, "{:1$}{text}", "", depth * 2).expect("a string takes all text");
}

struct Printer<'a> {
    code: &'a Code,
}

impl Printer<'_> {
    fn stmt(&self, stmt: &StmtKind, depth: usize, out: &mut String) {
        match stmt {
            StmtKind::Error => line(out, depth, "error"),
            StmtKind::Class(class) => {
                line(
                    out,
                    depth,
                    &format!("class {}{}", class.name, self.decls(&class.args)),
                );
                self.body(&class.body, depth + 1, out);
            }
            StmtKind::Multiclass(multiclass) => {
                line(
                    out,
                    depth,
                    &format!(
                        "multiclass {}{}",
                        multiclass.name,
                        self.decls(&multiclass.args)
                    ),
                );
                self.parents(&multiclass.parents, depth + 1, out);
                self.stmts(&multiclass.body, depth + 1, out);
            }
            StmtKind::Def(def) => {
                line(out, depth, &format!("def {}", self.name(def.name)));
                self.body(&def.body, depth + 1, out);
            }
            StmtKind::Defm(defm) => {
                line(out, depth, &format!("defm {}", self.name(defm.name)));
                self.parents(&defm.parents, depth + 1, out);
            }
            StmtKind::Foreach(foreach) => {
                let list = match &foreach.list {
                    ForeachList::Ranges(ranges) => format!("ranges {}", self.ranges(ranges)),
                    ForeachList::Piece(piece) => self.range(piece.start, piece.end),
                };
                line(out, depth, &format!("foreach {} = {list}", foreach.var));
                self.stmts(&foreach.body, depth + 1, out);
            }
            StmtKind::If(stmt) => {
                line(out, depth, &format!("if {}", self.expr(stmt.cond)));
                self.stmts(&stmt.then_body, depth + 1, out);
                if let Some(body) = &stmt.else_body {
                    line(out, depth, "else");
                    self.stmts(body, depth + 1, out);
                }
            }
            StmtKind::Let(stmt) => {
                let items: Vec<_> = stmt.items.iter().map(|item| self.let_item(item)).collect();
                let braces = if stmt.braces { " in {}" } else { " in" };
                line(out, depth, &format!("let {}{braces}", items.join(", ")));
                self.stmts(&stmt.body, depth + 1, out);
            }
            StmtKind::Defset(defset) => {
                line(
                    out,
                    depth,
                    &format!("defset {} {}", self.ty(defset.ty), defset.name),
                );
                self.stmts(&defset.body, depth + 1, out);
            }
            StmtKind::Deftype(deftype) => line(
                out,
                depth,
                &format!("deftype {} = {}", deftype.name, self.ty(deftype.ty)),
            ),
            StmtKind::Defvar(defvar) => line(out, depth, &self.defvar(defvar)),
            StmtKind::Assert(assert) => line(out, depth, &self.assert(assert)),
            StmtKind::Dump(dump) => line(out, depth, &format!("dump {}", self.expr(dump.message))),
        }
    }

    fn stmts(&self, stmts: &[StmtKind], depth: usize, out: &mut String) {
        stmts.iter().for_each(|stmt| self.stmt(stmt, depth, out));
    }

    fn body(&self, body: &ObjectBody, depth: usize, out: &mut String) {
        self.parents(&body.parents, depth, out);
        for item in &body.items {
            let text = match item {
                BodyItem::Field(decl) => self.decl(decl),
                BodyItem::Nameless(ty) => format!("{} <nameless>", self.ty(*ty)),
                BodyItem::Let(item) => format!("let {}", self.let_item(item)),
                BodyItem::Defvar(defvar) => self.defvar(defvar),
                BodyItem::Assert(assert) => self.assert(assert),
                BodyItem::Dump(dump) => format!("dump {}", self.expr(dump.message)),
            };
            line(out, depth, &text);
        }
    }

    fn parents(&self, parents: &[Parent], depth: usize, out: &mut String) {
        for parent in parents {
            let args = parent
                .args
                .as_ref()
                .map(|args| self.args(args))
                .unwrap_or_default();
            line(out, depth, &format!(": {}{args}", parent.name));
        }
    }

    fn name(&self, name: Option<ExprId>) -> String {
        name.map_or("(anonymous)".into(), |name| self.expr(name))
    }

    fn defvar(&self, defvar: &Defvar) -> String {
        format!("defvar {} = {}", defvar.name, self.expr(defvar.value))
    }

    fn assert(&self, assert: &Assert) -> String {
        format!(
            "assert {}, {}",
            self.expr(assert.cond),
            self.expr(assert.message)
        )
    }

    fn let_item(&self, item: &LetItem) -> String {
        let bits = if item.bits.is_empty() {
            String::new()
        } else {
            self.ranges(&item.bits)
        };
        format!("{}{bits} = {}", item.name, self.expr(item.value))
    }

    fn decls(&self, decls: &[Decl]) -> String {
        if decls.is_empty() {
            String::new()
        } else {
            format!("<{}>", join(decls, |decl| self.decl(decl)))
        }
    }

    fn decl(&self, decl: &Decl) -> String {
        let field = if decl.field { "field " } else { "" };
        let value = decl
            .value
            .map(|value| format!(" = {}", self.expr(value)))
            .unwrap_or_default();
        format!("{field}{} {}{value}", self.ty(decl.ty), decl.name)
    }

    fn args(&self, args: &[Arg]) -> String {
        let arg = |arg: &Arg| match arg.name {
            Some(name) => format!("{} = {}", self.expr(name), self.expr(arg.value)),
            None => self.expr(arg.value),
        };
        format!("<{}>", join(args, arg))
    }

    fn ranges(&self, ranges: &[RangePiece]) -> String {
        format!(
            "{{{}}}",
            join(ranges, |piece| self.range(piece.start, piece.end))
        )
    }

    fn range(&self, start: ExprId, end: RangeEnd) -> String {
        match end {
            RangeEnd::None => self.expr(start),
            RangeEnd::Value(end) => format!("{}...{}", self.expr(start), self.expr(end)),
            RangeEnd::Negative(end) => format!("{} {}", self.expr(start), self.expr(end)),
        }
    }

    fn ty(&self, ty: TypeExprId) -> String {
        match &self.code[ty].ty {
            TypeExpr::Missing => "(missing)".into(),
            TypeExpr::Bit => "bit".into(),
            TypeExpr::Int => "int".into(),
            TypeExpr::String => "string".into(),
            TypeExpr::Code => "code".into(),
            TypeExpr::Dag => "dag".into(),
            TypeExpr::Bits(width) => format!("bits<{width}>"),
            TypeExpr::List(elem) => format!("list<{}>", self.ty(*elem)),
            TypeExpr::Named(name) => name.to_string(),
        }
    }

    fn expr(&self, expr: ExprId) -> String {
        match &self.code[expr].expr {
            Expr::Missing => "(missing)".into(),
            Expr::Unset => "?".into(),
            Expr::Int(value) => value.to_string(),
            Expr::Binary { value, width } => format!("0b{value:0width$b}", width = *width as usize),
            Expr::Str(text) => format!("{text:?}"),
            Expr::Code(text) => format!("[{{{text}}}]"),
            Expr::Name(name) => name.to_string(),
            Expr::Instance { class, args } => format!("{class}{}", self.args(args)),
            Expr::List { elems, elem_ty } => {
                let ty = elem_ty
                    .map(|ty| format!("<{}>", self.ty(ty)))
                    .unwrap_or_default();
                format!("[{}]{ty}", self.exprs(elems))
            }
            Expr::Braces(bits) => format!("{{{}}}", self.exprs(bits)),
            Expr::Dag { op, op_name, args } => {
                let name =
                    |name: &Option<Sym>| name.map(|name| format!(":${name}")).unwrap_or_default();
                let arg = |arg: &DagArg| {
                    arg.value.map(|value| self.expr(value)).unwrap_or_default() + &name(&arg.name)
                };
                format!("({}{} {})", self.expr(*op), name(op_name), join(args, arg))
            }
            Expr::Bang { op, ty, args } => {
                let ty = ty
                    .map(|ty| format!("<{}>", self.ty(ty)))
                    .unwrap_or_default();
                format!("!{op:?}{ty}({})", self.exprs(args))
            }
            Expr::Each {
                filter,
                var,
                list,
                body,
                ..
            } => {
                let op = if *filter { "filter" } else { "foreach" };
                format!("!{op}({var}, {}, {})", self.expr(*list), self.expr(*body))
            }
            Expr::Foldl {
                start,
                list,
                acc,
                var,
                body,
                ..
            } => {
                format!(
                    "!foldl({}, {}, {acc}, {var}, {})",
                    self.expr(*start),
                    self.expr(*list),
                    self.expr(*body)
                )
            }
            Expr::Cond(arms) => {
                format!(
                    "!cond({})",
                    join(arms, |(cond, value)| format!(
                        "{}: {}",
                        self.expr(*cond),
                        self.expr(*value)
                    ))
                )
            }
            Expr::Bits { base, ranges, .. } => {
                format!("{}{}", self.expr(*base), self.ranges(ranges))
            }
            Expr::Slice {
                base,
                elems,
                trailing_comma,
            } => {
                let elems = join(elems, |elem| self.range(elem.start, elem.end));
                format!(
                    "{}[{elems}{}]",
                    self.expr(*base),
                    if *trailing_comma { "," } else { "" }
                )
            }
            Expr::Field { base, name, .. } => format!("{}.{name}", self.expr(*base)),
            Expr::Paste { lhs, rhs, .. } => {
                let rhs = rhs
                    .map(|rhs| format!(" {}", self.expr(rhs)))
                    .unwrap_or_default();
                format!("({} #{rhs})", self.expr(*lhs))
            }
        }
    }

    fn exprs(&self, exprs: &[ExprId]) -> String {
        join(exprs, |expr| self.expr(*expr))
    }
}

fn join<T>(list: &[T], print: impl Fn(&T) -> String) -> String {
    list.iter().map(print).collect::<Vec<_>>().join(", ")
}
