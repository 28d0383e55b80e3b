//! Resolves strings in the descriptions of tables to fields.

use elaborate::symbol::Sym;
use syntax::SyntaxKind::*;
use syntax::{SyntaxNode, SyntaxToken};

use crate::place::{child, child_token, literal_text, token_at, values};
use crate::resolve::Definition;
use crate::text::Text;

impl Text<'_> {
    /// The field called `name` in the records that are the rows of a table. The string `token` is in the description of
    /// the table.
    pub(super) fn field_of_rows(&self, token: &SyntaxToken, name: Sym) -> Option<Definition> {
        let class = self.filter_class(&description(token)?)?;
        let field = self.class_field(class, name)?;
        Some(Definition::Field(name, self.field_place(&field)))
    }

    /// The field called `name` of the record that contains the string `token`.
    pub(super) fn own_field(
        &self,
        source: usize,
        token: &SyntaxToken,
        name: Sym,
    ) -> Option<Definition> {
        let statement = description(token)?;
        let own = child(&statement, BODY).and_then(|it| self.field_in_body(source, &it, name));
        let at = own.or_else(|| self.inherited_field(&statement, name))?;
        Some(Definition::Field(name, at))
    }

    /// The class whose records are the rows of a table; `None` if no class is named. `statement` describes the table
    /// and names the class, or it describes an index and names the table.
    pub(crate) fn filter_class(&self, statement: &SyntaxNode) -> Option<Sym> {
        if let Some(class) = given(statement, "FilterClass") {
            let name = literal_text(&child_token(&class, STRING_LITERAL)?);
            return Sym::known(&name);
        }
        let table = given(statement, "Table")?;
        let name = Sym::known(child_token(&table, IDENT)?.text())?;
        let (item, def) = self.def(name)?;
        let place = self.place(item, def.name_at);
        let token = token_at(&self.root(place.source)?, place.start)?;
        let class = given(&description(&token)?, "FilterClass")?;
        Sym::known(&literal_text(&child_token(&class, STRING_LITERAL)?))
    }
}

/// The innermost class or record definition that contains a token, for example the description of a table.
pub(crate) fn description(token: &SyntaxToken) -> Option<SyntaxNode> {
    token
        .parent_ancestors()
        .find(|it| matches!(it.kind(), CLASS | DEF | DEFM))
}

/// The last value that a body gives to a field.
fn given(statement: &SyntaxNode, field: &str) -> Option<SyntaxNode> {
    let body = child(statement, BODY)?;
    let items = body
        .children()
        .filter(|it| matches!(it.kind(), FIELD | BODY_LET));
    let named = |it: &SyntaxNode| child_token(it, IDENT).is_some_and(|it| it.text() == field);
    let item = items.filter(named).last()?;
    values(&item).last()
}
