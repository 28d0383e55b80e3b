//! Completion of fields.

use db::{Db, outcome_of};
use elaborate::hir::{BodyItem, Decl, StmtKind};
use elaborate::ids::StmtId;
use elaborate::symbol::Sym;
use elaborate::value::ValueId;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::SyntaxKind::*;
use syntax::SyntaxNode;

use super::rank::{FAR, FITS, NEAR};
use super::{Candidates, CompletionItemKind, begins};
use crate::place::{child, child_token};
use crate::resolve::{Shape, parent_names};

/// How the value of a field is missing: as a whole, or because all of its bits are unset.
enum Open {
    Whole,
    Bits,
}

impl<'f> Candidates<'f> {
    /// Adds the fields of the enclosing class or record, except the field that is being declared at the cursor.
    pub(super) fn own_fields(&mut self, expected: &Shape) {
        let around = self.ancestors();
        let Some(object) = around.iter().find(|it| matches!(it.kind(), CLASS | DEF)) else {
            return;
        };
        // The arguments of a parent are evaluated before the body and before later parents.
        let in_parents = around.iter().any(|it| it.kind() == PARENTS);
        if !in_parents {
            self.fields_of_body(object, NEAR);
        }
        let classes: Vec<Sym> = if in_parents {
            self.parents_before(object)
        } else {
            parent_names(object).collect()
        };
        self.fields_of_classes(&classes, expected);
    }

    fn fields_of_body(&mut self, object: &SyntaxNode, rank: u8) {
        let body = child(object, BODY);
        for field in body.into_iter().flat_map(|it| it.children()) {
            if field.kind() == FIELD
                && !self.is_in(&field)
                && let Some(name) = child_token(&field, IDENT)
            {
                let detail = crate::hover::header(&field);
                self.add(name.text(), CompletionItemKind::Field, rank, Some(detail));
            }
        }
    }

    /// Adds the fields that a `let` in a body can set and that the body does not set yet. The fields that need a value
    /// come first, then fields that similar bodies set or that are declared without a value.
    pub(super) fn fields_to_set(&mut self) {
        let around = self.ancestors();
        let Some(object) = around.iter().find(|it| matches!(it.kind(), CLASS | DEF)) else {
            return;
        };
        let body = child(object, BODY);
        let lets = body.into_iter().flat_map(|it| it.children());
        // A `let` with a bit range sets only some of the bits.
        let sets_all = |it: &SyntaxNode| child(it, RANGE_LIST).is_none();
        let lets = lets.filter(|it| it.kind() == BODY_LET && sets_all(it) && !self.is_in(it));
        let name = |it: SyntaxNode| child_token(&it, IDENT).map(|it| Sym::new(it.text()));
        let mut set: FxHashSet<Sym> = lets.filter_map(name).collect();
        let blocks = around.iter().filter(|it| it.kind() == LET);
        let items = blocks.flat_map(|it| it.children().filter(|it| it.kind() == LET_ITEM));
        let set_around: FxHashSet<Sym> = items.filter_map(name).collect();
        let classes: Vec<Sym> = parent_names(object).collect();
        let open = self.open_fields(&classes);
        let fields = self.fields_declared_by(&classes);
        for (item, decl) in fields.filter(|(_, it)| set.insert(it.name)) {
            let open = open.get(&decl.name);
            match open.filter(|_| !set_around.contains(&decl.name)) {
                // A class may leave a field to its records, so only a `def` needs the value. Unset bits may represent
                // operands. A field that is declared with `= ?` may stay unset.
                Some(Open::Whole) if object.kind() == DEF && decl.value.is_none() => {
                    self.add_needed(decl.name.as_str(), self.declared(item, decl));
                }
                Some(_) => self.add_field(item, decl, FITS),
                None => self.add_field(item, decl, NEAR),
            }
        }
        self.fields_of_body(object, FAR);
    }

    /// The fields that have no value in any of the classes.
    fn open_fields(&self, classes: &[Sym]) -> FxHashMap<Sym, Open> {
        let values = self.text.db.values();
        let (mut open, mut set) = (FxHashMap::default(), Vec::new());
        for class in classes {
            let Some((item, _)) = self.text.class(*class) else {
                continue;
            };
            let Some(class) = &outcome_of(self.text.db, item).class else {
                continue;
            };
            for field in class.record.fields() {
                let value = field.value.unwrap_or(ValueId::UNSET);
                let bits = values.as_bits(value).unwrap_or_default();
                let is_unset = |it: &ValueId| *it == ValueId::UNSET;
                match bits {
                    [] if is_unset(&value) => _ = open.insert(field.name, Open::Whole),
                    [_, ..] if bits.iter().all(is_unset) => _ = open.insert(field.name, Open::Bits),
                    _ => set.push(field.name),
                }
            }
        }
        set.iter().for_each(|it| _ = open.remove(it));
        open
    }

    /// The parents that end before the cursor in the list of parents of a class or record.
    fn parents_before(&self, object: &SyntaxNode) -> Vec<Sym> {
        let parents = child(object, PARENTS);
        let parents = parents.into_iter().flat_map(|it| it.children());
        let whole = parents.filter(|it| u32::from(it.text_range().end()) < self.here().start);
        let names = whole.filter_map(|it| child_token(&it, IDENT));
        names.map(|it| Sym::new(it.text())).collect()
    }

    /// Whether the cursor is in `field`, or after `field` if the field is unfinished.
    fn is_in(&self, field: &SyntaxNode) -> bool {
        let range = field.text_range();
        let here = self.here().start;
        let is_ended = child_token(field, SEMICOLON).is_some();
        let follows = field
            .next_sibling()
            .map(|it| u32::from(it.text_range().start()));
        u32::from(range.start()) < here
            && if is_ended {
                here < u32::from(range.end())
            } else {
                follows.is_none_or(|it| here <= it)
            }
    }

    fn fields_of_classes(&mut self, classes: &[Sym], expected: &Shape) {
        for (item, decl) in self.fields_declared_by(classes) {
            let shape = match expected {
                Shape::Unknown => Shape::Unknown,
                _ => self
                    .text
                    .declared_shape(self.text.place(item, decl.name_at)),
            };
            let rank = self.rank(&shape, expected);
            self.add_field(item, decl, rank);
        }
    }

    /// The fields that the classes and their superclasses declare and that begin with the typed text. Each class is
    /// visited once.
    fn fields_declared_by(
        &self,
        classes: &[Sym],
    ) -> impl Iterator<Item = (StmtId, &'f Decl)> + use<'f> {
        let mut seen = FxHashSet::default();
        let supers = classes
            .iter()
            .flat_map(|it| self.text.with_superclasses(*it));
        let supers: Vec<Sym> = supers.filter(|it| seen.insert(*it)).collect();
        let (text, prefix) = (self.text, self.prefix);
        let classes = supers.into_iter().filter_map(|it| text.class(it));
        classes
            .flat_map(|(item, class)| class.body.items.iter().map(move |it| (item, it)))
            .filter_map(move |(item, it)| match it {
                BodyItem::Field(decl) if begins(decl.name.as_str(), prefix) => Some((item, decl)),
                _ => None,
            })
    }

    fn add_field(&mut self, item: StmtId, decl: &Decl, rank: u8) {
        let detail = self.declared(item, decl);
        let name = decl.name.as_str();
        self.add(name, CompletionItemKind::Field, rank, Some(detail));
    }

    /// Adds the fields that can follow the dot after a value with this shape.
    pub(super) fn fields_of(&mut self, shape: &Shape) {
        match shape {
            Shape::Record(classes) => self.fields_of_classes(classes, &Shape::Unknown),
            Shape::Def(name) => {
                let classes: Vec<Sym> = match self.text.def(*name) {
                    Some((item, def)) => {
                        for part in &def.body.items {
                            if let BodyItem::Field(decl) = part {
                                self.add_field(item, decl, NEAR);
                            }
                        }
                        def.body.parents.iter().map(|it| it.name).collect()
                    }
                    None => {
                        let record = db::record(self.text.db, name.as_str());
                        record.map_or_else(Vec::new, |it| it.supers.clone())
                    }
                };
                self.fields_of_classes(&classes, &Shape::Unknown);
            }
            _ => {}
        }
    }

    /// Adds the fields that a `let … in` can set: the fields of the parents of the `def`s in its block, or the fields
    /// of all classes if there are no such parents.
    pub(super) fn fields_of_block(&mut self) {
        let around = self.ancestors();
        let block = around.iter().find(|it| it.kind() == LET);
        let block = block.and_then(|it| child(it, BLOCK));
        let makers = block.into_iter().flat_map(|it| it.children());
        let classes: Vec<Sym> = makers
            .filter(|it| it.kind() == DEF)
            .take(20)
            .flat_map(|it| parent_names(&it))
            .collect();
        if !classes.is_empty() {
            self.fields_of_classes(&classes, &Shape::Unknown);
            return;
        }
        let unit = self.text.unit();
        let mut seen = FxHashSet::default();
        for item in unit.order() {
            let StmtKind::Class(class) = &unit.stmt(*item).kind else {
                continue;
            };
            for part in &class.body.items {
                if let BodyItem::Field(decl) = part
                    && seen.insert(decl.name)
                {
                    let detail = format!("field of {}", class.name);
                    self.add(
                        decl.name.as_str(),
                        CompletionItemKind::Field,
                        FAR,
                        Some(detail),
                    );
                }
            }
        }
    }
}
