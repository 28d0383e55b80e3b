//! Hovers of fields: their declarations, and their values in the enclosing record.

use std::sync::Arc;

use db::{elaborate_instead, outcome_of};
use elaborate::hir::{BodyItem, LetItem, RecordSource, Stmt, StmtKind};
use elaborate::ids::StmtId;
use elaborate::record::Record;
use elaborate::symbol::Sym;
use elaborate::value::ValueId;
use syntax::SyntaxKind::*;
use syntax::SyntaxNode;

use super::fields::{Lines, origin};
use super::record::made_by;
use super::{At, Page, header};
use crate::Place;
use crate::display::ValueDisplay;
use crate::markup::{code_span, escape};
use crate::place::values;
use crate::resolve::Definition;
use crate::target::declaration_at;
use crate::tree_text::cut;

/// The largest number of characters of a value.
const MAX_VALUE: usize = 2_000;

impl At<'_> {
    /// Appends a field: its declaration, and its value in the enclosing record.
    pub(super) fn field(&self, name: Sym, at: Place, page: &mut Page) {
        let text = self.text;
        let Some(node) = declaration_at(text, at) else {
            return;
        };
        page.code(&header(&node));
        page.comment_of(&node);
        let owner = node.ancestors().find(|it| matches!(it.kind(), CLASS | DEF));
        if let Some(owner) = owner
            && let Some(what) = declared_in(&owner)
        {
            page.text(format!("field of {what}"));
        }
        page.link("declaration", at);
        let parent = self.token.parent();
        match parent.as_ref().map(SyntaxNode::kind) {
            Some(FIELD_ACCESS) => {
                if let Some(parent) = parent {
                    self.evaluated(&parent, page);
                }
            }
            Some(BODY_LET) => self.set_field(name, page, true),
            Some(LET_ITEM) => self.block_let(name, page),
            _ => self.set_field(name, page, false),
        }
    }

    /// Appends the value of a field in the enclosing `def`, or else in the enclosing class. At a `let` in a `def`,
    /// first appends the value that the field would have without the `let`. Appends nothing for a `def` that does not
    /// create exactly one record.
    fn set_field(&self, name: Sym, page: &mut Page, is_let: bool) {
        let text = self.text;
        let Some((item, maker)) = self.maker_around() else {
            self.class_value(name, page);
            return;
        };
        let records = made_by(text, item, maker);
        let [record] = &records[..] else {
            return;
        };
        let shown = ValueDisplay::new(text.db);
        if is_let && let Some(old) = self.without_let(item, name) {
            page.value("old value", &shown, old, None);
        }
        if let Some(field) = record.field(name)
            && let Some(v) = field.value
        {
            let what = if is_let { "new value" } else { "value" };
            let set = origin(text, record, &field, &mut Lines::default());
            let set = format!("set by {}", escape(&set));
            page.value(what, &shown, v, Some(&set));
        }
    }

    /// Appends the value of a field in the enclosing class.
    fn class_value(&self, name: Sym, page: &mut Page) {
        let Some(class) = self.around(CLASS) else {
            return;
        };
        let word = crate::place::child_token(&class, IDENT);
        let Some(class) = word.map(|it| Sym::new(it.text())) else {
            return;
        };
        self.value_in_class(class, name, page);
    }

    fn value_in_class(&self, class: Sym, name: Sym, page: &mut Page) {
        let text = self.text;
        let Some((item, _)) = text.class(class) else {
            return;
        };
        let proto = &outcome_of(text.db, item).class;
        let field = proto.as_ref().and_then(|it| it.record.field(name));
        if let Some(v) = field.and_then(|it| it.value) {
            let what = format!("value in class {}", code_span(class.as_str()));
            page.value(&what, &ValueDisplay::new(text.db), v, None);
        }
    }

    /// For a `let … in`, appends the value of the field in the class that declares it, and the new value.
    fn block_let(&self, name: Sym, page: &mut Page) {
        let Some(Definition::Field(_, at)) = self.text.resolve(self.source, self.token) else {
            return;
        };
        if let Some(decl) = declaration_at(self.text, at)
            && let Some(class) = decl.ancestors().find(|it| it.kind() == CLASS)
            && let Some(word) = crate::place::child_token(&class, IDENT)
        {
            self.value_in_class(Sym::new(word.text()), name, page);
        }
        let parent = self.token.parent();
        if let Some(value) = parent.and_then(|it| values(&it).next()) {
            let text = cut(&value.text().to_string(), MAX_VALUE);
            page.text(format!("new value: {}", code_span(&text)));
        }
    }

    fn around(&self, kind: syntax::SyntaxKind) -> Option<SyntaxNode> {
        self.token.parent_ancestors().find(|it| it.kind() == kind)
    }

    /// The `def` that contains the token; `None` if the token is outside a `def`, or if the `def` is in a multiclass.
    fn maker_around(&self) -> Option<(StmtId, RecordSource<'_>)> {
        let def = self.around(DEF)?;
        let keyword = def.first_token()?.text_range();
        let (item, maker) = self.text.maker_at(Place::new(self.source, keyword))?;
        let is_template = matches!(self.text.stmt(item).kind, StmtKind::Multiclass(_));
        (!is_template).then_some((item, maker))
    }

    /// The first record that the enclosing `def` creates.
    pub(super) fn record_around(&self) -> Option<Arc<Record>> {
        let (item, maker) = self.maker_around()?;
        made_by(self.text, item, maker).into_iter().next()
    }

    /// The value that the field would have in the enclosing record without the `let` at the cursor. `None` if the `def`
    /// is inside another statement or has no name.
    fn without_let(&self, item: StmtId, name: Sym) -> Option<ValueId> {
        let text = self.text;
        let at: u32 = self.token.text_range().start().into();
        let mut stmt: Stmt = text.stmt(item).clone();
        // For a `def` in a loop, the old value may differ between the records.
        let StmtKind::Def(def) = &mut stmt.kind else {
            return None;
        };
        let stays = |it: &BodyItem| match it {
            BodyItem::Let(LetItem { name_at, .. }) => text.place(item, *name_at).start != at,
            _ => true,
        };
        let items = std::mem::take(&mut def.body.items).into_vec();
        def.body.items = items.into_iter().filter(stays).collect();
        let outcome = elaborate_instead(text.db, item, &stmt);
        let record: &Record = outcome.records.iter().find(|it| !it.is_anonymous())?;
        record.field(name)?.value
    }
}

/// The class or record that declares a field, as text.
fn declared_in(owner: &SyntaxNode) -> Option<String> {
    let keyword = if owner.kind() == CLASS {
        "class"
    } else {
        "def"
    };
    let name = match owner.kind() {
        CLASS => crate::place::child_token(owner, IDENT)?.text().to_owned(),
        _ => values(owner).next()?.text().to_string(),
    };
    Some(format!("{keyword} {}", code_span(&name)))
}
