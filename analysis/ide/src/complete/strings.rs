//! Completion in strings with an embedded language.

use elaborate::symbol::Sym;
use formats::assembly_format::{Directive, Lexer, TokenKind};
use rustc_hash::FxHashSet;
use syntax::SyntaxKind::*;
use syntax::SyntaxToken;

use super::rank::{FAR, FITS, NEAR};
use super::{Candidates, CompletionItemKind};
use crate::pieces::{Language, Piece, PieceKind};
use crate::place::token_at;
use crate::resolve::{ArgumentRole, Definition, Shape, description, parent_names, statement_of};
use crate::target::written;

/// The largest number of assembly formats in a file from which literals are offered.
const MAX_FORMATS: usize = 300;

/// The syntax that is expected at a position in a string.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum InString {
    /// A variable or directive of an assembly format.
    Element(Inside),
    /// A variable of an assembly format, after its `$`.
    Variable(Inside),
    /// A literal of an assembly format, in backticks.
    Literal,
    /// The name of an operand, after `$` or `${`.
    Operand,
    /// A name that makes up the whole string.
    Name(Language),
}

/// The context of an element of an assembly format.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Inside {
    /// The directive whose argument the element is; `None` outside of directives.
    directive: Option<Directive>,
    /// Whether the preceding element, or the variable at the cursor, may become the anchor of its optional group.
    can_be_anchor: bool,
    /// The variables before the element.
    used: Vec<String>,
}

/// The syntax that is expected after `before`, which is the start of a string in the given language. The second value
/// is the part of the expected syntax that is already typed.
pub(super) fn in_string_at(language: Language, before: &str) -> Option<(InString, String)> {
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_';
    match language {
        Language::Format => in_format(before),
        Language::AsmText | Language::Operands | Language::Code | Language::ClassCode => {
            let rest = before.trim_end_matches(is_part);
            let is_operand = rest.ends_with('$') || rest.ends_with("${");
            is_operand.then(|| (InString::Operand, before[rest.len()..].to_owned()))
        }
        _ => Some((InString::Name(language), before.to_owned())),
    }
}

/// An open parenthesis, with the directive before it.
struct Open {
    directive: Option<Directive>,
    has_anchor: bool,
}

fn in_format(before: &str) -> Option<(InString, String)> {
    let mut lexer = Lexer::new(before);
    let mut open: Vec<Open> = Vec::new();
    let mut used = Vec::new();
    // The last directive: the next opening parenthesis belongs to it. The arguments of `custom` in angle brackets may
    // precede the parenthesis.
    let mut directive = None;
    let mut is_in_angles = false;
    let mut last = None;
    let literal = |start: usize| Some((InString::Literal, before[start + 1..].to_owned()));
    let mut literal_start = 0;
    loop {
        let token = match lexer.next_token() {
            Ok(token) => token,
            Err(error) if error.message.ends_with("in literal") => {
                // The first backtick after the last complete token opens the literal.
                let open = before[literal_start..].find('`')?;
                return literal(literal_start + open);
            }
            Err(error) if error.at + 1 == before.len() && before.ends_with('$') => {
                return Some((
                    InString::Variable(inside(&open, used, false)),
                    String::new(),
                ));
            }
            Err(error) if error.message.ends_with("in string") => return None,
            Err(_) => continue,
        };
        literal_start = token.start + token.text.len();
        match token.kind {
            TokenKind::End => break,
            TokenKind::Variable => used.push(token.text[1..].to_owned()),
            TokenKind::Word if !is_in_angles => directive = Directive::from_name(token.text),
            TokenKind::Sign => match token.text {
                "(" => open.push(Open {
                    directive: directive.take(),
                    has_anchor: false,
                }),
                ")" => {
                    open.pop();
                }
                "<" => is_in_angles = true,
                ">" => is_in_angles = false,
                "^" => {
                    if let Some(group) = open.last_mut() {
                        group.has_anchor = true;
                    }
                }
                _ => {}
            },
            _ => {}
        }
        last = Some(token);
    }
    let touching = last.filter(|it| it.start + it.text.len() == before.len());
    if is_in_angles {
        return None;
    }
    match touching {
        Some(token) if token.kind == TokenKind::Variable => {
            used.pop();
            let prefix = token.text[1..].to_owned();
            Some((InString::Variable(inside(&open, used, true)), prefix))
        }
        Some(token) if token.kind == TokenKind::Word => {
            let prefix = token.text.to_owned();
            Some((InString::Element(inside(&open, used, false)), prefix))
        }
        touching => {
            // `^` makes the directive before it the anchor of its group. A literal cannot be an anchor.
            let ends = touching.is_some_and(|it| it.text == ")");
            Some((InString::Element(inside(&open, used, ends)), String::new()))
        }
    }
}

fn inside(open: &[Open], used: Vec<String>, can_be_anchor: bool) -> Inside {
    let last = open.last();
    let is_open_group = last.is_some_and(|it| it.directive.is_none() && !it.has_anchor);
    Inside {
        directive: last.and_then(|it| it.directive),
        can_be_anchor: can_be_anchor && is_open_group,
        used,
    }
}

/// The snippet for a directive with arguments; `None` for other directives.
fn snippet(directive: Directive) -> Option<String> {
    let name = directive.name();
    Some(match directive {
        Directive::Custom => format!("{name}<${{1:Name}}>($0)"),
        Directive::FunctionalType => format!("{name}(${{1:operands}}, ${{2:results}})"),
        Directive::Oilist
        | Directive::Qualified
        | Directive::Ref
        | Directive::Struct
        | Directive::Type => format!("{name}($0)"),
        _ => return None,
    })
}

/// Whether a directive may occur as an argument of `around`, or outside of directives if `around` is `None`. `of_type`
/// is true for the formats of types and attributes.
fn fits(directive: Directive, around: Option<Directive>, of_type: bool) -> bool {
    use Directive::*;
    let is_of_kind = match directive {
        Params | Struct => of_type,
        Custom | Qualified | Ref => true,
        _ => !of_type,
    };
    let is_here = match around {
        None | Some(Oilist) => !matches!(directive, Results | Ref),
        Some(Type | FunctionalType) => matches!(directive, Operands | Results),
        Some(Qualified) => matches!(directive, Type),
        Some(Custom) => matches!(directive, Type | Ref | AttrDict | PropDict | Qualified),
        Some(Ref) => matches!(directive, Type | AttrDict | Operands | Regions | Successors),
        Some(Struct) => matches!(directive, Params | Custom | Qualified),
        _ => false,
    };
    is_of_kind && is_here
}

impl Candidates<'_> {
    pub(super) fn in_string(&mut self, found: &InString) {
        let Some(token) = self.string() else { return };
        match found {
            InString::Element(inside) => {
                if inside.can_be_anchor {
                    self.add("^", CompletionItemKind::Keyword, FITS, None);
                }
                self.directives(&token, inside);
                self.variables(&token, inside, "$");
            }
            InString::Variable(inside) => self.variables(&token, inside, ""),
            InString::Literal => self.literals(),
            InString::Operand | InString::Name(Language::OperandName) => {
                for definition in self.text.operands_at(self.source, &token) {
                    self.argument(&definition, "", NEAR);
                }
            }
            InString::Name(Language::ClassName) => self.classes(NEAR),
            InString::Name(Language::RecordName) => {
                self.records_of(Sym::new("GenericEnum"), NEAR);
            }
            InString::Name(Language::FieldName) => {
                let class = description(&token).and_then(|it| self.text.filter_class(&it));
                if let Some(class) = class {
                    self.fields_of(&Shape::Record(vec![class]));
                }
            }
            InString::Name(Language::OwnFieldName) => {
                let parents = description(&token).map(|it| parent_names(&it).collect());
                self.fields_of(&Shape::Record(parents.unwrap_or_default()));
            }
            InString::Name(_) => {}
        }
    }

    /// The string literal or code block at the cursor.
    fn string(&self) -> Option<SyntaxToken> {
        let root = self.text.root(self.source)?;
        token_at(&root, self.offset.checked_sub(1)?)
    }

    fn directives(&mut self, token: &SyntaxToken, inside: &Inside) {
        let statement = statement_of(token);
        let of_type = statement.is_some_and(|it| self.text.defines_type(&it));
        for directive in Directive::ALL {
            if fits(directive, inside.directive, of_type) {
                let kind = CompletionItemKind::Keyword;
                self.add_snippet(directive.name(), kind, NEAR, None, snippet(directive));
            }
        }
    }

    /// Adds the variables of a format. Unless a variable may be repeated here, variables that do not occur before the
    /// cursor come first.
    fn variables(&mut self, token: &SyntaxToken, inside: &Inside, sigil: &str) {
        let is_type = matches!(
            inside.directive,
            Some(Directive::Type | Directive::FunctionalType)
        );
        let takes_used = is_type || inside.directive == Some(Directive::Ref);
        for definition in self.text.operands_at(self.source, token) {
            let role = self.text.argument_role(&definition).map(|it| it.0);
            let is_here = match role {
                Some(ArgumentRole::Result) => is_type,
                Some(ArgumentRole::Operand) | None => true,
                Some(_) => !is_type,
            };
            if !is_here {
                continue;
            }
            let name = definition.name().map_or("", |it| it.as_str());
            let is_used = inside.used.iter().any(|it| it == name);
            let rank = if is_used && !takes_used { FAR } else { FITS };
            self.argument(&definition, sigil, rank);
            if inside.can_be_anchor && sigil.is_empty() && name == self.prefix {
                let label = format!("{name}^");
                self.add(&label, CompletionItemKind::DagName, FITS, None);
            }
        }
    }

    fn argument(&mut self, definition: &Definition, sigil: &str, rank: u8) {
        let Some(name) = definition.name() else {
            return;
        };
        let found = self.text.argument_role(definition);
        let detail = found.map(|(role, arg)| format!("{} {}", role.name(), arg.text()));
        let label = format!("{sigil}{name}");
        self.add(&label, CompletionItemKind::DagName, rank, detail);
    }

    /// Adds the literals that occur in the other formats of this file.
    fn literals(&mut self) {
        let text = self.text;
        let (Some(words), Some(root)) = (text.words(self.source), text.root(self.source)) else {
            return;
        };
        let Some(field) = Sym::known("assemblyFormat") else {
            return;
        };
        let items = words.offsets(field).filter_map(|it| token_at(&root, it));
        let mut literals = FxHashSet::default();
        for item in items.take(MAX_FORMATS).filter_map(|it| it.parent()) {
            let tokens = item
                .descendants_with_tokens()
                .filter_map(|it| it.into_token())
                .filter(|it| matches!(it.kind(), STRING_LITERAL | CODE_LITERAL));
            for token in tokens.filter(|it| !it.text_range().contains(self.offset.into())) {
                let pieces = text.pieces_of(self.source, &token, Language::Format);
                let is_literal = |it: &&Piece| it.kind == PieceKind::Literal;
                literals.extend(pieces.iter().filter(is_literal).map(|it| {
                    let place = crate::Place {
                        source: self.source,
                        start: it.range.start + 1,
                        end: it.range.end - 1,
                    };
                    written(text, place)
                }));
            }
        }
        for literal in literals.iter().filter(|it| !it.trim().is_empty()) {
            self.add(literal, CompletionItemKind::Keyword, NEAR, None);
        }
    }
}
