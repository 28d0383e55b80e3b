//! The declarations of definitions.

use elaborate::hir::{RecordSource, StmtKind, each_in, each_record_source};
use elaborate::ids::{Loc, StmtId};
use elaborate::symbol::Sym;
use syntax::SyntaxKind::*;

use super::Definition;
use crate::Place;
use crate::place::{child_token, node_at, token_at, values};
use crate::text::Text;

impl<'a> Text<'a> {
    /// The places of a definition's declarations. The place of a declaration is its name, or its keyword if it has no
    /// name. Empty for includes, macros, dag arguments and operators.
    pub(crate) fn declarations(&self, definition: &Definition) -> Vec<Place> {
        match definition {
            Definition::Class(name) => self
                .class(*name)
                .map(|(item, it)| self.place(item, it.name_at))
                .into_iter()
                .collect(),
            Definition::Multiclass(name) => self
                .multiclass(*name)
                .map(|(item, it)| self.place(item, it.name_at))
                .into_iter()
                .collect(),
            Definition::Type(name) => self
                .deftype(*name)
                .map(|(item, it)| self.place(item, it.name_at))
                .into_iter()
                .collect(),
            Definition::Record(name) => self.record_places(*name),
            Definition::RecordSource(at) => vec![self.name_of_maker(*at).unwrap_or(*at)],
            Definition::Field(_, at) | Definition::Variable(_, _, at) => vec![*at],
            Definition::TemplateArg(name, owner) => self
                .template_arg(*owner, *name)
                .map(|(item, it)| self.place(item, it.name_at))
                .into_iter()
                .collect(),
            Definition::Name(owner) => self.name_of_statement(*owner).into_iter().collect(),
            Definition::Include(_)
            | Definition::Macro(_)
            | Definition::DagName(..)
            | Definition::Operator(_) => Vec::new(),
        }
    }

    /// The places of a record's definition. For a record from a `defm`, these are the `def` in the multiclass, followed
    /// by the `defm`s.
    fn record_places(&self, name: Sym) -> Vec<Place> {
        if let Some((item, def)) = self.def(name) {
            return vec![self.place(item, def.name_at)];
        }
        let record = db::record(self.db, name.as_str());
        let locs = record.iter().flat_map(|it| it.locs.iter());
        locs.enumerate()
            .map(|(index, loc)| match index {
                0 => self.place_of(*loc),
                _ => self.defm_place(*loc),
            })
            .collect()
    }

    /// The place of the name of the `defm` that has the parent at `parent`, or of its keyword if the `defm` has no
    /// name.
    pub(crate) fn defm_place(&self, parent: Loc) -> Place {
        let mut keyword = None;
        let mut check = |maker: RecordSource<'_>| {
            if maker.parents().iter().any(|it| it.at == parent.span) {
                keyword = Some(self.place(parent.item, maker.at()));
            }
        };
        match &self.stmt(parent.item).kind {
            StmtKind::Multiclass(it) => each_in(&it.body, &mut check),
            kind => each_record_source(kind, &mut check),
        }
        match keyword {
            Some(keyword) => self.name_of_maker(keyword).unwrap_or(keyword),
            None => self.place_of(parent),
        }
    }

    /// The place of the name of the `def` or `defm` with this keyword; `None` if it has no name.
    pub(crate) fn name_of_maker(&self, keyword: Place) -> Option<Place> {
        let token = token_at(&self.root(keyword.source)?, keyword.start)?;
        let name = values(&token.parent()?).next()?;
        Some(Place::new(keyword.source, name.text_range()))
    }

    fn name_of_statement(&self, place: Place) -> Option<Place> {
        let node = node_at(&self.root(place.source)?, place)?;
        let name = match child_token(&node, IDENT) {
            Some(name) => name.text_range(),
            None => values(&node).next()?.text_range(),
        };
        Some(Place::new(place.source, name))
    }

    /// The `def` or `defm` with this keyword, and the top-level statement that contains it.
    pub(crate) fn maker_at(&self, keyword: Place) -> Option<(StmtId, RecordSource<'a>)> {
        let item = self.item_at(keyword.source, keyword.start)?;
        let mut found = None;
        let mut check = |maker: RecordSource<'a>| {
            if self.place(item, maker.at()).start == keyword.start {
                found = Some((item, maker));
            }
        };
        match &self.stmt(item).kind {
            StmtKind::Multiclass(it) => each_in(&it.body, &mut check),
            kind => each_record_source(kind, &mut check),
        }
        found
    }
}
