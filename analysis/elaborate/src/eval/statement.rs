//! Elaboration of statements.

use crate::anonymous_numbers::Event;
use crate::diagnostic::Noticed;
use crate::hir::{Def, Defset, Deftype, Defvar, Foreach, ForeachList, If, Let, StmtKind};
use crate::record::{Record, RecordKind};
use crate::value::{TernOp, Ty, ValueId};

use super::multiclass::{Entries, Entry, Loop};
use super::scope::ScopeKind;
use super::{Cx, DefsetType, LetValue, RecordScope, Result, Stopped};

impl Cx<'_> {
    /// Elaborates a statement at file level. For a `let` or `defset`, only the head is elaborated; the enclosed
    /// statements are elaborated separately.
    pub(super) fn top_level(&mut self, stmt: &StmtKind) -> Result<()> {
        match stmt {
            StmtKind::Let(it) => {
                self.out.lets = self.let_list(it)?;
                Ok(())
            }
            StmtKind::Defset(it) => {
                self.out.defset = Some(self.defset_head(it)?);
                Ok(())
            }
            _ => self.statement(stmt),
        }
    }

    pub(super) fn statement(&mut self, stmt: &StmtKind) -> Result<()> {
        match stmt {
            StmtKind::Error => Err(Stopped),
            // The parser has reported that a class is not allowed here.
            StmtKind::Class(_)
                if self.open.multiclass.is_some() || !self.names.loops.is_empty() =>
            {
                Err(Stopped)
            }
            StmtKind::Class(it) => self.class_definition(it),
            StmtKind::Multiclass(it) => self.multiclass_definition(it),
            StmtKind::Def(it) => self.def(it),
            StmtKind::Defm(it) => self.defm(it),
            StmtKind::Foreach(it) => self.foreach(it),
            StmtKind::If(it) => self.if_statement(it),
            StmtKind::Let(it) => self.let_statement(it),
            StmtKind::Defset(it) => self.defset(it),
            StmtKind::Deftype(it) => self.deftype(it),
            StmtKind::Defvar(it) => self.defvar(it, RecordScope::None),
            StmtKind::Assert(it) => {
                let assertion = self.read_assertion(it, RecordScope::None)?;
                self.reading.evaluated = Noticed::AtEnd;
                self.add_entry(Entry::Assertion(assertion))
            }
            StmtKind::Dump(it) => {
                let dump = self.read_dump(it, RecordScope::None)?;
                self.reading.evaluated = Noticed::AtEnd;
                self.add_entry(Entry::Dump(dump))
            }
        }
    }

    /// Elaborates statements in order. All are elaborated, even if some have errors.
    fn statements(&mut self, body: &[StmtKind]) -> Result<()> {
        let mut result = Ok(());
        for stmt in body {
            result = result.and(self.statement(stmt));
        }
        result
    }

    fn def(&mut self, def: &Def) -> Result<()> {
        let name = self.object_name(def.name)?;
        let mut record = match name {
            Some(name) => Record::new(RecordKind::Def, name, self.loc(def.name_at)),
            None => {
                let anon = self.draw_name();
                self.out.events.push(Event::Draw(anon));
                let name = self.values.anon_name(anon);
                Record::new(RecordKind::Anonymous, name, self.loc(def.at))
            }
        };
        self.check_name(&record)?;
        if let Err(stopped) = self.object_body(&mut record, &def.body) {
            self.check_open_bits(&mut record);
            return Err(stopped);
        }
        if self.names.loops.is_empty() && self.open.multiclass.is_none() {
            return self.add_def(record);
        }
        self.add_entry(Entry::Record(Box::new(record)))
    }

    fn foreach(&mut self, foreach: &Foreach) -> Result<()> {
        let (list, elem) = self.foreach_list(&foreach.list)?;
        self.push_scope(ScopeKind::Loop(foreach.var, elem));
        self.names.loops.push(Loop {
            at: self.loc(foreach.at),
            var: Some(foreach.var),
            list,
            entries: Entries::default(),
        });
        let body = self.statements(&foreach.body);
        self.pop_scope();
        self.close_loop(body)
    }

    fn foreach_list(&mut self, list: &ForeachList) -> Result<(ValueId, Ty)> {
        let values = self.values;
        let numbers = match list {
            ForeachList::Ranges(pieces) => self.ranges(pieces, RecordScope::None)?,
            ForeachList::Piece(piece) => {
                let v = self.value(piece.start, None, RecordScope::None)?;
                match values.type_of(v) {
                    None => {
                        let message = format!("expected a list, got '{}'", self.show(v));
                        return self.error(self.expr_at(piece.start), message);
                    }
                    Some(ty) => match values.elem_ty(ty) {
                        Some(elem) => return Ok((v, elem)),
                        None => {
                            let mut numbers = Vec::new();
                            self.range_piece(piece, v, RecordScope::None, &mut numbers)?;
                            numbers
                        }
                    },
                }
            }
        };
        let numbers: Vec<ValueId> = numbers
            .into_iter()
            .map(|number| values.int(i64::from(number)))
            .collect();
        Ok((values.list(&numbers, Ty::INT), Ty::INT))
    }

    /// Ends the innermost loop and adds it to the enclosing loop or multiclass, or else expands it. If its body has an
    /// error, the loop is dropped.
    fn close_loop(&mut self, body: Result<()>) -> Result<()> {
        let done = self.names.loops.pop();
        body?;
        match done {
            Some(done) => {
                self.reading.evaluated = self.reading.finishing;
                self.add_entry(Entry::Loop(done))
            }
            None => Ok(()),
        }
    }

    fn if_statement(&mut self, it: &If) -> Result<()> {
        let values = self.values;
        let cond = self.value(it.cond, None, RecordScope::None)?;
        let empty = values.list(&[], Ty::BIT);
        let one = values.list(&[ValueId::TRUE], Ty::BIT);
        let is_outermost = self.names.loops.is_empty() && self.open.multiclass.is_none();
        if is_outermost && it.else_body.is_some() {
            self.reading.finishing = Noticed::After(it.then_at);
        }
        self.if_arm(it, cond, (one, empty), &it.then_body)?;
        self.reading.finishing = Noticed::AtEnd;
        match &it.else_body {
            Some(body) => self.if_arm(it, cond, (empty, one), body),
            None => Ok(()),
        }
    }

    /// Elaborates an arm of an `if`, as a loop over a list that has one element if the arm is taken and is empty
    /// otherwise.
    fn if_arm(
        &mut self,
        it: &If,
        cond: ValueId,
        (yes, no): (ValueId, ValueId),
        body: &[StmtKind],
    ) -> Result<()> {
        let ty = self.values.list_ty(Ty::BIT);
        let list = self.fold_tern(TernOp::If, cond, yes, no, ty, RecordScope::None)?;
        self.names.loops.push(Loop {
            at: self.loc(it.at),
            var: None,
            list,
            entries: Entries::default(),
        });
        self.push_scope(ScopeKind::Plain);
        let body = self.statements(body);
        self.pop_scope();
        self.close_loop(body)
    }

    fn let_list(&mut self, it: &Let) -> Result<Vec<LetValue>> {
        let mut list = Vec::with_capacity(it.items.len());
        for item in &it.items {
            let mut bits = self.ranges(&item.bits, RecordScope::None)?;
            bits.reverse();
            let value = self.value(item.value, None, RecordScope::None)?;
            list.push(LetValue {
                name: item.name,
                bits,
                value,
                loc: self.loc(item.name_at),
            });
        }
        Ok(list)
    }

    fn let_statement(&mut self, it: &Let) -> Result<()> {
        let list = self.let_list(it)?;
        self.open.lets.push(list);
        if it.braces {
            self.push_scope(ScopeKind::Plain);
        }
        let result = self.statements(&it.body);
        if it.braces {
            self.pop_scope();
        }
        self.open.lets.pop();
        result
    }

    fn defset_head(&mut self, it: &Defset) -> Result<DefsetType> {
        let ty = self.type_expr(it.ty)?;
        let at = self.code[it.ty].at;
        let Some(elem) = self.values.elem_ty(ty) else {
            return self.error(at, "expected list type");
        };
        if self.global(it.name).is_some() {
            return self.error(
                it.name_at,
                "def or global variable of this name already exists",
            );
        }
        Ok(DefsetType {
            elem,
            loc: self.loc(at),
        })
    }

    /// Elaborates a `defset` inside a loop, an `if` or a multiclass. The records in it are created later, so its list
    /// stays empty. In a multiclass, the list is not defined at all.
    fn defset(&mut self, it: &Defset) -> Result<()> {
        let head = self.defset_head(it)?;
        self.open.defsets.push(head);
        let result = self.statements(&it.body);
        self.open.defsets.pop();
        if self.open.multiclass.is_none() {
            let empty = self.values.list(&[], head.elem);
            self.out.defsets.push((it.name, empty));
        }
        result
    }

    fn deftype(&mut self, it: &Deftype) -> Result<()> {
        if self.world.type_alias(it.name).is_some() || self.class(it.name).is_some() {
            return self.error(
                it.name_at,
                format!("type of this name '{}' already exists", it.name),
            );
        }
        let ty = self.type_expr(it.ty)?;
        if self.values.is_record(ty) {
            let at = self.code[it.ty].at;
            let message = format!(
                "cannot define type alias for class type '{}'",
                self.show_type(ty)
            );
            return self.error(at, message);
        }
        self.out.type_alias = Some((it.name, ty));
        Ok(())
    }

    pub(super) fn defvar(&mut self, it: &Defvar, cur: RecordScope<'_>) -> Result<()> {
        if self.is_local_var(it.name) {
            return self.error(it.name_at, "local variable of this name already exists");
        }
        if let Some(record) = cur.record()
            && record.shape.names[record.args..].contains(&it.name)
        {
            return self.error(it.name_at, "field of this name already exists");
        }
        if self.at_file_scope() && self.global(it.name).is_some() {
            return self.error(
                it.name_at,
                "def or global variable of this name already exists",
            );
        }
        let v = self.value(it.value, None, cur);
        if v.is_err() && !self.at_file_scope() {
            self.reading.unjudged.insert(it.name);
        }
        let v = v?;
        self.check_kept(v)?;
        match self.names.scopes.last_mut() {
            Some(scope) => scope.vars.0.push((it.name, v)),
            None => self.out.variable = Some((it.name, v)),
        }
        Ok(())
    }
}
