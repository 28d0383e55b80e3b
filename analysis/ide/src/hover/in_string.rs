//! Hovers of the pieces of strings: what they print and parse, and what they refer to.

use elaborate::symbol::Sym;
use formats::assembly_format::Directive;
use syntax::SyntaxKind::*;

use super::{At, Page, header, plural};
use crate::Place;
use crate::display::ValueDisplay;
use crate::in_text::candidates;
use crate::markup::{code_span, escape};
use crate::pieces::{Language, Piece, PieceKind};
use crate::place::{child, child_token, has_bits, node_at, values};
use crate::resolve::{ArgumentRole, Definition, Named};
use crate::target::{declaration_at, written};

/// The largest number of links to the arguments that an uncertain name may refer to.
const MAX_LINKS: usize = 10;

impl At<'_> {
    /// Appends what is known about a piece of a string, apart from its definition.
    pub(super) fn piece(&self, named: &Named, page: &mut Page) {
        let Some((language, piece)) = &named.piece else {
            return;
        };
        if *language == Language::Format {
            page.format = self.record_around();
        }
        if let Some(definition) = &named.definition {
            if let Some(role) = self.role(definition) {
                page.text(role);
            }
            if *language == Language::Format
                && let Some(text) = self.printed(definition)
            {
                page.text(text);
            }
            if let Definition::DagName(name, within) = definition
                && let Some(token) = self.text.argument(*name, *within)
            {
                let place = Place::new(within.source, token.text_range());
                page.link("declaration", place);
            }
            return;
        }
        let text = written(self.text, named.place);
        if piece.kind == PieceKind::Variable && piece.name.is_some() {
            return self.uncertain(&text, page);
        }
        if *language == Language::Format
            && let Some(about) = about_element(piece, &text)
        {
            page.text(about);
        }
    }

    /// The role of an argument, and the summary of its constraint if the constraint has one.
    fn role(&self, definition: &Definition) -> Option<String> {
        let (role, arg) = self.text.argument_role(definition)?;
        let value = values(&arg).next()?;
        let name = child_token(&value, IDENT).filter(|_| value.kind() == IDENT_VALUE);
        let record = name.and_then(|it| db::record(self.text.db, it.text()));
        let summary = record.and_then(|it| it.field(Sym::new("summary"))?.value);
        let summary = summary.map(|it| ValueDisplay::new(self.text.db).short_value(it));
        let summary = summary.as_deref().map(|it| it.trim_matches('"'));
        Some(match summary {
            Some(summary) if !summary.is_empty() && summary != "?" => {
                format!("{}: {}", role.name(), escape(summary))
            }
            _ => role.name().to_owned(),
        })
    }

    /// Describes what a variable of an assembly format prints and parses.
    fn printed(&self, definition: &Definition) -> Option<&'static str> {
        let (role, arg) = self.text.argument_role(definition)?;
        let value = values(&arg).next()?;
        let class = child_token(&value, IDENT).filter(|_| value.kind() == CLASS_VALUE);
        let class = class.as_ref().map_or("", |it| it.text());
        let is_variadic = class.starts_with("Variadic");
        let is_optional = class.starts_with("Optional");
        Some(match role {
            ArgumentRole::Operand if class == "VariadicOfVariadic" => {
                "prints and parses groups of operands in parentheses, with commas between"
            }
            ArgumentRole::Operand if is_variadic => {
                "prints and parses any number of operands, with commas between"
            }
            ArgumentRole::Operand if is_optional => "prints and parses the operand, or nothing",
            ArgumentRole::Operand => "prints and parses the operand, `%name`",
            ArgumentRole::Attribute if value.text() == "UnitAttr" => {
                "prints and parses nothing: the attribute is there if its group is"
            }
            ArgumentRole::Attribute => "prints and parses the value of the attribute",
            ArgumentRole::Property => "prints and parses the value of the property",
            ArgumentRole::Result => "stands for its types, within `type`",
            ArgumentRole::Region if is_variadic => {
                "prints and parses any number of regions, with commas between"
            }
            ArgumentRole::Region => "prints and parses the region in braces",
            ArgumentRole::Successor if is_variadic => {
                "prints and parses any number of blocks, with commas between"
            }
            ArgumentRole::Successor => "prints and parses the block, `^name`",
            ArgumentRole::Parameter => "prints and parses the value of the parameter",
        })
    }

    /// Appends the operand that a `bits` field encodes: the operand of the same name.
    pub(super) fn encoded_operand(&self, name: Sym, at: Place, page: &mut Page) {
        if !declaration_at(self.text, at).is_some_and(|it| has_bits(&it)) {
            return;
        }
        let operand = self.text.operand_at(self.source, self.token, name);
        if let Some(Definition::DagName(name, within)) = operand
            && let Some(token) = self.text.argument(name, within)
            && let Some(arg) = token.parent()
        {
            let arg = arg.text().to_string();
            page.text(format!("encodes the operand {}", code_span(&arg)));
            page.link(arg, Place::new(within.source, token.text_range()));
        }
    }

    /// Appends the `bits` field that encodes an operand: the field of the same name.
    pub(super) fn encoding_field(&self, name: Sym, within: Place, page: &mut Page) {
        let statement = self
            .text
            .root(within.source)
            .and_then(|it| node_at(&it, within));
        let Some(statement) = statement else { return };
        let own = child(&statement, BODY)
            .and_then(|it| self.text.field_in_body(within.source, &it, name));
        let Some(at) = own.or_else(|| self.text.inherited_field(&statement, name)) else {
            return;
        };
        if let Some(node) = declaration_at(self.text, at).filter(has_bits) {
            page.text(format!(
                "encoded by the field {}",
                code_span(&header(&node))
            ));
            page.link(name.as_str(), at);
        }
    }

    /// Appends the arguments called `name` in related statements. The statement of the token has no such argument.
    fn uncertain(&self, name: &str, page: &mut Page) {
        let Some(sym) = Sym::known(name) else { return };
        let found = candidates(self.text, self.source, self.token, sym);
        if found.is_empty() {
            return;
        }
        page.text(format!(
            "{}: named by {} related statement{}",
            code_span(&format!("${name}")),
            found.len(),
            plural(found.len())
        ));
        for definition in found.iter().take(MAX_LINKS) {
            let Definition::DagName(name, within) = definition else {
                continue;
            };
            if let Some(token) = self.text.argument(*name, *within)
                && let Some(arg) = token.parent()
            {
                let place = Place::new(within.source, token.text_range());
                page.link(arg.text().to_string(), place);
            }
        }
    }
}

/// Describes in Markdown what an element of an assembly format prints and parses. Variables are described elsewhere.
fn about_element(piece: &Piece, text: &str) -> Option<String> {
    Some(match piece.kind {
        PieceKind::Directive(it) => format!("{}: {}", code_span(text), about_directive(it)),
        PieceKind::Literal => match text.trim_matches('`') {
            "" => "removes the blank that would be printed here, and parses nothing".to_owned(),
            "\\n" | "\n" => "prints a line feed, and parses nothing".to_owned(),
            blank if blank.trim().is_empty() => "prints blanks, and parses nothing".to_owned(),
            literal => format!("prints and parses {}", code_span(literal)),
        },
        PieceKind::Function => format!(
            "calls {} and {} in C++",
            code_span(&format!("parse{text}")),
            code_span(&format!("print{text}"))
        ),
        PieceKind::String => "C++ that is passed to the functions of `custom`".to_owned(),
        PieceKind::Sign => match text {
            "^" => "the anchor of its group: the group is printed if it is there".to_owned(),
            "?" => "the group is optional, and parsed if its first element is there".to_owned(),
            "|" => "the next clause; they stand in any order, each at most once".to_owned(),
            _ => return None,
        },
        _ => return None,
    })
}

fn about_directive(directive: Directive) -> &'static str {
    match directive {
        Directive::AttrDict => {
            "prints and parses the attributes that no other element has, as `{name = value, …}`; nothing if there are none"
        }
        Directive::AttrDictWithKeyword => {
            "prints and parses the attributes that no other element has, as `attributes {name = value, …}`; nothing if there \
             are none"
        }
        Directive::PropDict => {
            "prints and parses the properties that no other element has, as `<{name = value, …}>`"
        }
        Directive::Custom => {
            "has functions in C++ print and parse its arguments: `custom<Name>(…)` calls `printName` and `parseName`"
        }
        Directive::FunctionalType => {
            "prints and parses types of inputs and results as those of a function, `(inputs) -> results`"
        }
        Directive::Oilist => {
            "prints and parses clauses in any order, each at most once; each begins with a literal"
        }
        Directive::Operands => "stands for all operands, in order",
        Directive::Params => "prints and parses all parameters, with commas between",
        Directive::Ref => {
            "refers to an element that is printed elsewhere, as an argument of `custom`"
        }
        Directive::Regions => "stands for all regions, in order",
        Directive::Results => "stands for all results, within `type`",
        Directive::Struct => "prints and parses parameters as `name = value`, in any order",
        Directive::Successors => "stands for all successors, in order",
        Directive::Type => "prints and parses the types of its argument",
        Directive::Qualified => {
            "prints and parses a type or attribute with the name of its dialect, `!dialect.type`"
        }
    }
}
