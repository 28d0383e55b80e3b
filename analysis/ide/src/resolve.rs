//! Name resolution: the definition that a token refers to, computed from the syntax of the unit. Nothing is elaborated,
//! except to find the classes of a record from a `defm` when a token names a field of that record.

mod declared;
mod local;
mod shape;
mod strings;
#[cfg(test)]
mod tests;

use db::Database;
use elaborate::facts::is_name;
use elaborate::hir::{Decl, RecordSource, each_in};
use elaborate::ids::StmtId;
use elaborate::symbol::Sym;
use syntax::SyntaxKind::{self, *};
use syntax::{BangOperator, SyntaxNode, SyntaxToken};

use super::place::{child, child_token, is_value, literal_text, locate, token_at_cursor, values};
use super::text::Text;
use super::{FilePosition, FileRange, Place};
pub(super) use shape::Shape;
pub(super) use strings::{
    ArgumentRole, Named, TABLES, TYPE_OF, accessors, description, may_have_language, statement_of,
};

/// A definition. Two tokens that refer to the same definition give equal values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Definition {
    /// A class, identified by its name; it need not be declared.
    Class(Sym),
    /// A multiclass, identified by its name; it need not be declared.
    Multiclass(Sym),
    /// A `deftype`, identified by its name.
    Type(Sym),
    /// A record from a `def` or `defm`, identified by its name.
    Record(Sym),
    /// A `defm`, or a `def` that is in a multiclass or has no plain name, identified by the place of its keyword.
    RecordSource(Place),
    /// A field, identified by its name and the place of the name in the declaration.
    Field(Sym, Place),
    /// A template argument, identified by its name and its class or multiclass.
    TemplateArg(Sym, Owner),
    /// A variable, identified by its name and the place of the name in the declaration.
    Variable(Sym, VariableKind, Place),
    /// An included file, identified by the place of the string after `include`.
    Include(Place),
    /// A preprocessor macro, identified by its name. All definitions of the name count as one macro.
    Macro(Sym),
    /// The name of a dag's argument, and the place of the statement that contains the dag. All dag arguments of this
    /// name in the statement count as one definition.
    DagName(Sym, Place),
    /// `NAME`, and the place of the class or multiclass that contains it.
    Name(Place),
    /// A bang operator.
    Operator(BangOperator),
}

/// The class or multiclass that declares template arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Owner {
    /// A class by its name.
    Class(Sym),
    /// A multiclass by its name.
    Multiclass(Sym),
}

impl Owner {
    /// The name of the class or multiclass. A class and a multiclass may have the same name.
    pub fn name(self) -> Sym {
        match self {
            Owner::Class(name) | Owner::Multiclass(name) => name,
        }
    }
}

/// The kind of declaration of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VariableKind {
    /// A `defvar` at the top level, in a block or in a body.
    Defvar,
    /// A `defset`: a variable with the list of its records.
    Defset,
    /// The variable of a `foreach` statement.
    Foreach,
    /// A variable of `!foreach`, `!filter` or `!foldl`.
    Operator,
}

impl Definition {
    /// The name, if the definition has one.
    pub fn name(&self) -> Option<Sym> {
        match self {
            Definition::Class(name)
            | Definition::Multiclass(name)
            | Definition::Type(name)
            | Definition::Record(name)
            | Definition::Field(name, _)
            | Definition::TemplateArg(name, _)
            | Definition::Variable(name, ..)
            | Definition::Macro(name)
            | Definition::DagName(name, _) => Some(*name),
            Definition::RecordSource(_)
            | Definition::Include(_)
            | Definition::Name(_)
            | Definition::Operator(_) => None,
        }
    }
}

/// The definition that the name at a position refers to, and the range of that name.
pub fn resolve(db: &Database, position: &FilePosition) -> Option<(Definition, FileRange)> {
    let found = Text::new(db).name_at(position)?;
    Some((found.definition?, found.place.file_range(db)))
}

/// The token at a position, and the index of the source whose tree contains it.
pub(super) fn token_in(text: &Text<'_>, position: &FilePosition) -> Option<(usize, SyntaxToken)> {
    let (source, offset) = locate(text.db, position)?;
    Some((source, token_at_cursor(&text.root(source)?, offset)?))
}

/// The range of the name in a token: without the quotes of a string and the `$` of a dag argument.
pub(super) fn name_range(token: &SyntaxToken) -> rowan::TextRange {
    let range = token.text_range();
    let one = rowan::TextSize::from(1);
    match token.kind() {
        VAR_NAME => rowan::TextRange::new(range.start() + one, range.end()),
        STRING_LITERAL if token.text().len() >= 2 => {
            rowan::TextRange::new(range.start() + one, range.end() - one)
        }
        _ => range,
    }
}

impl<'a> Text<'a> {
    /// The definition that a token refers to.
    pub(crate) fn resolve(&self, source: usize, token: &SyntaxToken) -> Option<Definition> {
        let parent = token.parent()?;
        let name = || Sym::new(token.text());
        match token.kind() {
            IDENT => self.identifier(source, token, &parent),
            STRING_LITERAL => self.string(source, token, &parent),
            VAR_NAME => {
                let statement = parent.ancestors().find(|it| is_statement(it.kind()))?;
                let name = Sym::new(token.text().strip_prefix('$')?);
                let place = Place::new(source, statement.text_range());
                Some(Definition::DagName(name, place))
            }
            MACRO_NAME => Some(Definition::Macro(name())),
            BANG_OPERATOR => {
                let operator = BangOperator::from_name(token.text().get(1..)?)?;
                Some(Definition::Operator(operator))
            }
            BANG_COND => Some(Definition::Operator(BangOperator::Cond)),
            BANG_FOREACH => Some(Definition::Operator(BangOperator::Foreach)),
            BANG_FILTER => Some(Definition::Operator(BangOperator::Filter)),
            BANG_FOLDL => Some(Definition::Operator(BangOperator::Foldl)),
            // If the statement has a name, the definition is at the name and not at the keyword.
            DEF_KW | DEFM_KW if values(&parent).next().is_none() => self.made_by(source, &parent),
            _ => None,
        }
    }

    fn identifier(
        &self,
        source: usize,
        token: &SyntaxToken,
        parent: &SyntaxNode,
    ) -> Option<Definition> {
        let name = Sym::new(token.text());
        let place = Place::new(source, token.text_range());
        let variable = |kind| Some(Definition::Variable(name, kind, place));
        match parent.kind() {
            CLASS => Some(Definition::Class(name)),
            MULTICLASS => Some(Definition::Multiclass(name)),
            DEFTYPE => Some(Definition::Type(name)),
            DEFVAR => variable(VariableKind::Defvar),
            DEFSET => variable(VariableKind::Defset),
            FOREACH => variable(VariableKind::Foreach),
            FOREACH_OP | FOLDL_OP => variable(VariableKind::Operator),
            TEMPLATE_PARAM => Some(Definition::TemplateArg(name, owner_of_params(parent)?)),
            FIELD => Some(Definition::Field(name, place)),
            BODY_LET => self.let_target(source, parent, name),
            LET_ITEM => self.block_let_target(source, parent, name),
            CLASS_REF => Some(match self.class_ref(parent)? {
                Owner::Class(name) => Definition::Class(name),
                Owner::Multiclass(name) => Definition::Multiclass(name),
            }),
            CLASS_VALUE => Some(Definition::Class(name)),
            CLASS_TYPE => Some(match self.deftype(name) {
                Some(_) => Definition::Type(name),
                None => Definition::Class(name),
            }),
            FIELD_ACCESS => {
                let base = values(parent).next()?;
                let shape = self.shape(source, &base);
                let at = self.field_of(&shape, name)?;
                Some(Definition::Field(name, at))
            }
            IDENT_VALUE => self.ident_value(source, parent, name),
            _ => None,
        }
    }

    /// The definition that an identifier in a value refers to.
    pub(super) fn ident_value(
        &self,
        source: usize,
        node: &SyntaxNode,
        name: Sym,
    ) -> Option<Definition> {
        if let Some(arg) = self.named_arg(node, name) {
            return Some(arg);
        }
        if !self.only_global.get()
            && let Some(local) = self.local(source, node, name)
        {
            return Some(local);
        }
        if name == Sym::NAME {
            let mut around = node.ancestors();
            let owner = around.find(|it| matches!(it.kind(), CLASS | MULTICLASS));
            if let Some(owner) = owner {
                return Some(Definition::Name(Place::new(source, owner.text_range())));
            }
        }
        if let Some(maker) = named_by(node) {
            return self.made_by(source, &maker);
        }
        if self.is_pasted_on(source, node) {
            return None;
        }
        if !self.has_def(name)
            && let Some((at, is_defset)) = self.global(name)
        {
            let kind = if is_defset {
                VariableKind::Defset
            } else {
                VariableKind::Defvar
            };
            return Some(Definition::Variable(name, kind, at));
        }
        Some(Definition::Record(name))
    }

    /// Whether a value is the right operand of a `#` that pastes text. There, an identifier is a string: its own text.
    fn is_pasted_on(&self, source: usize, value: &SyntaxNode) -> bool {
        let mut node = value.clone();
        while let Some(paste) = node.parent().filter(|it| it.kind() == PASTE) {
            let left = values(&paste).next().filter(|it| *it != node);
            if let Some(left) = left {
                return !matches!(self.shape(source, &left), Shape::List(_));
            }
            node = paste;
        }
        false
    }

    /// The definition for the records of a `def` or `defm`. For a `def` outside multiclasses with a plain name, this is
    /// the record; otherwise it is the statement.
    pub(super) fn made_by(&self, source: usize, maker: &SyntaxNode) -> Option<Definition> {
        let in_multiclass = maker.ancestors().any(|it| it.kind() == MULTICLASS);
        if maker.kind() == DEF
            && !in_multiclass
            && let Some(name) = values(maker).next().and_then(|it| plain_name(&it))
        {
            return Some(Definition::Record(name));
        }
        let keyword = maker.first_token()?;
        Some(Definition::RecordSource(Place::new(
            source,
            keyword.text_range(),
        )))
    }

    /// The template argument that an identifier before `=` in an argument list refers to. `None` for other identifiers.
    fn named_arg(&self, node: &SyntaxNode, name: Sym) -> Option<Definition> {
        let arg = node.parent().filter(|it| it.kind() == NAMED_ARG)?;
        if values(&arg).next()? != *node {
            return None;
        }
        let owner = self.owner_of_args(&arg.parent()?)?;
        Some(Definition::TemplateArg(name, owner))
    }

    /// The class or multiclass that an argument list belongs to.
    pub(super) fn owner_of_args(&self, args: &SyntaxNode) -> Option<Owner> {
        let parent = args.parent()?;
        match parent.kind() {
            CLASS_VALUE => Some(Owner::Class(Sym::new(child_token(&parent, IDENT)?.text()))),
            CLASS_REF => self.class_ref(&parent),
            _ => None,
        }
    }

    /// The class or multiclass that a name in a list of parents refers to.
    pub(super) fn class_ref(&self, node: &SyntaxNode) -> Option<Owner> {
        let name = Sym::new(child_token(node, IDENT)?.text());
        let statement = node.parent()?.parent()?.kind();
        Some(self.parent_owner(statement, name))
    }

    /// The class or multiclass that `name` refers to as a parent of this kind of statement.
    fn parent_owner(&self, statement: SyntaxKind, name: Sym) -> Owner {
        let is_multiclass = match statement {
            DEFM => self.multiclass(name).is_some() || self.class(name).is_none(),
            MULTICLASS => true,
            _ => false,
        };
        if is_multiclass {
            Owner::Multiclass(name)
        } else {
            Owner::Class(name)
        }
    }

    /// The template arguments of a class or multiclass, and the statement that has them.
    pub(super) fn template_args(&self, owner: Owner) -> Option<(StmtId, &'a [Decl])> {
        match owner {
            Owner::Class(name) => self.class(name).map(|(item, it)| (item, &it.args[..])),
            Owner::Multiclass(name) => self.multiclass(name).map(|(item, it)| (item, &it.args[..])),
        }
    }

    pub(super) fn template_arg(&self, owner: Owner, name: Sym) -> Option<(StmtId, &'a Decl)> {
        let (item, args) = self.template_args(owner)?;
        let decl = args.iter().find(|it| it.name == name)?;
        Some((item, decl))
    }

    fn string(
        &self,
        source: usize,
        token: &SyntaxToken,
        parent: &SyntaxNode,
    ) -> Option<Definition> {
        if parent.kind() == INCLUDE {
            return Some(Definition::Include(Place::new(source, token.text_range())));
        }
        let name = literal_text(token);
        if parent.kind() != STRING_VALUE || !is_name(&name) {
            return None;
        }
        let name = Sym::new(&name);
        if let Some(maker) = named_by(parent) {
            return self.made_by(source, &maker);
        }
        if let Some(operator) = parent.parent().filter(|it| it.kind() == BANG_OP) {
            let word = child_token(&operator, BANG_OPERATOR)?;
            let looks_up = matches!(word.text(), "!cast" | "!exists");
            let to_string = child(&operator, PRIMITIVE_TYPE).is_some();
            if looks_up && !to_string {
                return Some(Definition::Record(name));
            }
        }
        self.named_by_string(source, token, name)
    }

    /// The field that a `let` in a body sets.
    fn let_target(&self, source: usize, node: &SyntaxNode, name: Sym) -> Option<Definition> {
        let body = node.parent()?;
        let at = self.field_in_body(source, &body, name)?;
        Some(Definition::Field(name, at))
    }

    /// The place of a field that a class or record declares in its body or inherits.
    pub(super) fn field_in_body(
        &self,
        source: usize,
        body: &SyntaxNode,
        name: Sym,
    ) -> Option<Place> {
        let fields = body.children().filter(|it| it.kind() == FIELD);
        let mut names = fields.filter_map(|it| child_token(&it, IDENT));
        let own = names.find(|it| it.text() == name.as_str());
        match own {
            Some(own) => Some(Place::new(source, own.text_range())),
            None => self.inherited_field(&body.parent()?, name),
        }
    }

    /// The place of a field that a class, `def` or `defm` inherits.
    pub(super) fn inherited_field(&self, statement: &SyntaxNode, name: Sym) -> Option<Place> {
        parent_names(statement).find_map(|class| {
            let field = self.class_field(class, name)?;
            Some(self.field_place(&field))
        })
    }

    /// The field that an item of a `let … in` sets in the records in its block, taken from the first record that has a
    /// field of this name.
    fn block_let_target(&self, source: usize, node: &SyntaxNode, name: Sym) -> Option<Definition> {
        let block = child(&node.parent()?, BLOCK)?;
        let names = |maker: &SyntaxNode| parent_names(maker).collect::<Vec<_>>();
        let makers = block
            .descendants()
            .filter(|it| matches!(it.kind(), DEF | DEFM));
        let at = makers.take(MAX_MAKERS).find_map(|maker| {
            let own = child(&maker, BODY).and_then(|it| self.field_in_body(source, &it, name));
            let inherited = || self.inherited_field(&maker, name);
            own.or_else(inherited)
                .or_else(|| self.field_in_multiclasses(&names(&maker), name, &mut Vec::new()))
        })?;
        Some(Definition::Field(name, at))
    }

    /// Searches the records of the multiclasses `names` for the field `field`. Returns the place of the field in the
    /// first record that has it. Multiclasses in `seen` are not examined again.
    fn field_in_multiclasses(
        &self,
        names: &[Sym],
        field: Sym,
        seen: &mut Vec<Sym>,
    ) -> Option<Place> {
        names.iter().find_map(|name| {
            if seen.len() >= MAX_MULTICLASSES || seen.contains(name) {
                return None;
            }
            seen.push(*name);
            let (item, multiclass) = self.multiclass(*name)?;
            let mut found = None;
            each_in(&multiclass.body, &mut |maker| {
                if found.is_none() {
                    found = self.field_of_maker(item, maker, field, seen);
                }
            });
            let parents: Vec<Sym> = multiclass.parents.iter().map(|it| it.name).collect();
            found.or_else(|| self.field_in_multiclasses(&parents, field, seen))
        })
    }

    pub(super) fn field_of_maker(
        &self,
        item: StmtId,
        maker: RecordSource<'_>,
        field: Sym,
        seen: &mut Vec<Sym>,
    ) -> Option<Place> {
        let own = match maker {
            RecordSource::Def(def) => def.body.items.iter().find_map(|it| match it {
                elaborate::hir::BodyItem::Field(decl) if decl.name == field => {
                    Some(self.place(item, decl.name_at))
                }
                _ => None,
            }),
            RecordSource::Defm(_) => None,
        };
        let parents = || maker.parents().iter().map(|it| it.name);
        let inherited = || parents().find_map(|class| self.class_field(class, field));
        own.or_else(|| inherited().map(|it| self.field_place(&it)))
            .or_else(|| {
                let names: Vec<Sym> = parents().collect();
                self.field_in_multiclasses(&names, field, seen)
            })
    }

    /// The place of a field of a value with this shape.
    pub(super) fn field_of(&self, shape: &Shape, name: Sym) -> Option<Place> {
        match shape {
            Shape::Record(classes) => {
                let mut classes = classes.iter();
                let field = classes.find_map(|class| self.class_field(*class, name))?;
                Some(self.field_place(&field))
            }
            Shape::Def(def) => {
                if let Some((item, def)) = self.def(*def) {
                    return self.field_of_maker(
                        item,
                        RecordSource::Def(def),
                        name,
                        &mut Vec::new(),
                    );
                }
                let record = db::record(self.db, def.as_str())?;
                let mut classes = record.supers.iter().rev();
                let field = classes.find_map(|class| self.class_field(*class, name))?;
                Some(self.field_place(&field))
            }
            _ => None,
        }
    }
}

/// The largest number of records in a `let … in` that are searched for a field.
const MAX_MAKERS: usize = 50;
/// The largest number of multiclasses that are searched for a field.
const MAX_MULTICLASSES: usize = 200;

/// The names in the list of parents of a statement.
pub(super) fn parent_names(statement: &SyntaxNode) -> impl Iterator<Item = Sym> + use<> {
    let parents = child(statement, PARENTS);
    let refs = parents.into_iter().flat_map(|it| it.children());
    refs.filter(|it| it.kind() == CLASS_REF)
        .filter_map(|it| child_token(&it, IDENT))
        .map(|it| Sym::new(it.text()))
}

/// The class or multiclass that has a template parameter.
fn owner_of_params(param: &SyntaxNode) -> Option<Owner> {
    let statement = param.parent()?.parent()?;
    owner_of_statement(&statement)
}

/// The class or multiclass that a statement declares; `None` for other statements.
pub(super) fn owner_of_statement(statement: &SyntaxNode) -> Option<Owner> {
    let name = Sym::new(child_token(statement, IDENT)?.text());
    match statement.kind() {
        CLASS => Some(Owner::Class(name)),
        MULTICLASS => Some(Owner::Multiclass(name)),
        _ => None,
    }
}

/// The `def` or `defm` in whose name `value` occurs: as the whole name, or as an operand of a paste.
pub(super) fn named_by(value: &SyntaxNode) -> Option<SyntaxNode> {
    let mut node = value.clone();
    loop {
        let parent = node.parent()?;
        match parent.kind() {
            DEF | DEFM => return Some(parent),
            PASTE => node = parent,
            _ => return None,
        }
    }
}

/// The record name that `value` spells. `None` unless the value is a single identifier or string.
fn plain_name(value: &SyntaxNode) -> Option<Sym> {
    match value.kind() {
        IDENT_VALUE => Some(Sym::new(child_token(value, IDENT)?.text())),
        STRING_VALUE => Some(Sym::new(&literal_text(&child_token(
            value,
            STRING_LITERAL,
        )?))),
        _ => None,
    }
}

/// Whether nodes of this kind are statements. `include` and `deftype` do not count.
pub(super) fn is_statement(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        CLASS | MULTICLASS | DEF | DEFM | DEFVAR | ASSERT | DUMP | FOREACH | IF | LET | DEFSET
    ) && !is_value(kind)
}
