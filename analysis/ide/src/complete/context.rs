//! The syntactic context of a position. The text there is incomplete, so the context is derived from the tokens before
//! the position. The tree is used only to find the constructs to which these tokens belong.

use elaborate::symbol::Sym;
use syntax::SyntaxKind::{self, *};
use syntax::{SyntaxNode, SyntaxToken};

use super::dialects::{self, Methods};
use super::patterns::{DagPlace, dag_at};
use super::strings::{InString, in_string_at};
use crate::pieces::{Content, DagRole};
use crate::place::{child_token, is_type, token_at, values};
use crate::resolve::{Owner, Shape};
use crate::text::Text;

/// The syntax that is expected at a position.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Context {
    /// A statement, at the top level or in a block.
    Statement,
    /// An item of a body: a field, a `let` and so on.
    BodyItem,
    /// A class after `:`.
    Class,
    /// A multiclass after `:`. A `defm` may also list classes there.
    Multiclass {
        or_class: bool,
    },
    Type,
    /// A value of type `expected`.
    Value {
        expected: Shape,
        /// The class or multiclass whose argument the value is.
        owner: Option<Owner>,
        /// The arguments before this one.
        given: Given,
    },
    /// A field, after a value and a dot.
    FieldOf(Shape),
    /// The field that a `let` in a body sets.
    Let,
    /// The field that a `let … in` sets.
    BlockLet,
    Operator,
    /// The operator of a dag.
    DagOperator(Option<DagPlace>),
    /// An argument of a dag in the description of an LLVM target.
    DagArgument(DagRole),
    /// An argument of a dag that lists records of these classes.
    Listed(&'static [&'static str]),
    /// An element of a list of traits.
    Trait,
    /// The name of a method of an interface, in a string.
    Method(Methods),
    /// The name of a dag's argument. `with_sigil` is true if the `$` is not typed yet.
    DagName {
        with_sigil: bool,
    },
    Macro,
    IncludePath,
    /// The name of a record, in the string operand of a `!cast<T>` or `!exists<T>`. The shape is that of `T`.
    RecordName(Shape),
    /// A keyword that must come next.
    Keyword(SyntaxKind),
    /// A position in a string with an embedded language.
    InString(InString),
}

/// The arguments that precede the cursor in an argument list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Given {
    /// The number of positional arguments, which come first.
    pub(crate) in_order: usize,
    pub(crate) names: Vec<String>,
}

impl Given {
    /// The arguments that end before the last comma of `arguments`.
    fn before(arguments: &[SyntaxToken]) -> Given {
        let mut given = Given::default();
        let mut all: Vec<&[SyntaxToken]> = arguments.split(|it| it.kind() == COMMA).collect();
        all.pop();
        for argument in all {
            match argument {
                [name, eq, ..] if eq.kind() == EQ => given.names.push(name.text().to_owned()),
                _ => given.in_order += 1,
            }
        }
        given
    }
}

/// The largest number of tokens examined before the cursor.
const MAX_TOKENS: usize = 4_000;

/// The syntax that is expected at an offset, and the part of it that is already typed.
pub(crate) fn context_at(text: &Text<'_>, source: usize, offset: u32) -> Option<(Context, String)> {
    let parsed = text.unit().sources.files[source].parsed_text();
    let before = parsed.get(..offset as usize)?;
    let root = text.root(source)?;
    let left = offset.checked_sub(1).and_then(|it| token_at(&root, it));
    if let Some(token) = &left {
        let ends_here = u32::from(token.text_range().end()) == offset;
        match token.kind() {
            LINE_COMMENT => return None,
            BLOCK_COMMENT | DISABLED_TEXT if !ends_here => return None,
            CODE_LITERAL if !ends_here => return in_language(text, token, offset),
            STRING_LITERAL if !ends_here || !is_closed(token.text()) => {
                return in_string(text, token, offset);
            }
            _ => {}
        }
        // An error token that starts with a quotation mark is treated like an unterminated string.
        if token.kind() == ERROR_TOKEN && token.text().starts_with('"') {
            return in_string(text, token, offset);
        }
    }
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let word = &before[before.trim_end_matches(is_part).len()..];
    let rest = &before[..before.len() - word.len()];
    if rest.ends_with('!') {
        return Some((Context::Operator, format!("!{word}")));
    }
    if rest.ends_with('$') {
        let with_sigil = false;
        return Some((Context::DagName { with_sigil }, word.to_owned()));
    }
    let start = rest.len() as u32;
    let last = significant_before(&root, start);
    if let Some(token) = &last
        && matches!(token.kind(), PP_IFDEF | PP_IFNDEF | PP_DEFINE)
    {
        return Some((Context::Macro, word.to_owned()));
    }
    Some((expected_after(text, source, last)?, word.to_owned()))
}

fn is_closed(literal: &str) -> bool {
    literal.len() >= 2 && literal.ends_with('"')
}

/// The context in a string literal: a method, an embedded language, a path after `include`, or a record's name in a
/// `!cast` or `!exists`.
fn in_string(text: &Text<'_>, token: &SyntaxToken, offset: u32) -> Option<(Context, String)> {
    let start: u32 = token.text_range().start().into();
    let written = token.text().get(1..(offset - start) as usize)?.to_owned();
    if let Some(methods) = dialects::methods_at(text, token) {
        return Some((Context::Method(methods), written));
    }
    if let Some(found) = in_language(text, token, offset) {
        return Some(found);
    }
    let before = previous(token.prev_token())?;
    if before.kind() == INCLUDE_KW {
        return Some((Context::IncludePath, written));
    }
    let cast = before.parent().filter(|it| it.kind() == BANG_OP)?;
    let word = child_token(&cast, BANG_OPERATOR)?;
    let ty = cast.children().find(|it| is_type(it.kind()))?;
    let looks_up = matches!(word.text(), "!cast" | "!exists") && before.kind() == L_PAREN;
    looks_up.then(|| (Context::RecordName(text.type_shape(&ty)), written))
}

/// The context in a string with an embedded language.
fn in_language(text: &Text<'_>, token: &SyntaxToken, offset: u32) -> Option<(Context, String)> {
    let language = text.language_of(token)?;
    let start = token.text_range().start().into();
    let content = Content::new(token.kind(), token.text(), start);
    let before = &content.text[..content.offset(offset)];
    let (found, prefix) = in_string_at(language, before)?;
    Some((Context::InString(found), prefix))
}

/// The last token before an offset, except white space and comments. Directives of the preprocessor are included.
fn significant_before(root: &SyntaxNode, offset: u32) -> Option<SyntaxToken> {
    let token = token_at(root, offset.checked_sub(1)?)?;
    let mut tokens = std::iter::successors(Some(token), SyntaxToken::prev_token);
    tokens.find(|it| !it.kind().is_trivia() || it.kind().is_directive())
}

fn previous(token: Option<SyntaxToken>) -> Option<SyntaxToken> {
    let mut tokens = std::iter::successors(token, SyntaxToken::prev_token);
    tokens.find(|it| !it.kind().is_trivia())
}

/// The tokens from the start of the enclosing construct to the cursor. The construct starts at a bracket, at the
/// keyword of a statement, or after the previous statement.
struct Inside {
    /// The token that starts the construct; `None` at the start of the file.
    opener: Option<SyntaxToken>,
    /// The tokens after `opener`, in order. Nested brackets are represented by their closing bracket.
    tokens: Vec<SyntaxToken>,
    /// The number of commas in `tokens`.
    commas: usize,
}

fn inside(last: Option<SyntaxToken>) -> Inside {
    let mut tokens = Vec::new();
    let mut commas = 0;
    let mut depth = 0usize;
    let mut next = previous(last);
    for _ in 0..MAX_TOKENS {
        let Some(token) = next else { break };
        match token.kind() {
            R_BRACE if depth == 0 && ends_statement(&token) => {
                return finish(Some(token), tokens, commas);
            }
            R_PAREN | R_BRACK | R_BRACE | R_ANGLE => {
                // Only the closing bracket is kept, not the tokens in the brackets.
                if depth == 0 {
                    tokens.push(token.clone());
                }
                depth += 1;
            }
            L_PAREN | L_BRACK | L_BRACE | L_ANGLE if depth == 0 => {
                return finish(Some(token), tokens, commas);
            }
            L_PAREN | L_BRACK | L_BRACE | L_ANGLE => depth -= 1,
            kind if depth == 0 => {
                if kind == SEMICOLON || is_head(kind) {
                    return finish(Some(token), tokens, commas);
                }
                commas += usize::from(kind == COMMA);
                tokens.push(token.clone());
            }
            _ => {}
        }
        next = previous(token.prev_token());
    }
    finish(None, tokens, commas)
}

fn finish(opener: Option<SyntaxToken>, mut tokens: Vec<SyntaxToken>, commas: usize) -> Inside {
    tokens.reverse();
    Inside {
        opener,
        tokens,
        commas,
    }
}

fn ends_statement(brace: &SyntaxToken) -> bool {
    let parent = brace.parent();
    parent.is_some_and(|it| matches!(it.kind(), BODY | BLOCK))
}

fn is_head(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        CLASS_KW
            | DEF_KW
            | DEFM_KW
            | DEFSET_KW
            | DEFTYPE_KW
            | DEFVAR_KW
            | ASSERT_KW
            | DUMP_KW
            | FOREACH_KW
            | IF_KW
            | INCLUDE_KW
            | LET_KW
            | MULTICLASS_KW
            | IN_KW
            | THEN_KW
            | ELSE_KW
    )
}

/// The syntax that is expected after the token `last`.
fn expected_after(text: &Text<'_>, source: usize, last: Option<SyntaxToken>) -> Option<Context> {
    if let Some(last) = &last
        && last.kind() == DOT
    {
        let base = last.parent().and_then(|it| values(&it).next())?;
        return Some(Context::FieldOf(text.shape(source, &base)));
    }
    let around = inside(last);
    let Some(opener) = &around.opener else {
        return around.tokens.is_empty().then_some(Context::Statement);
    };
    let is_first = around.tokens.is_empty();
    let parent = opener.parent()?;
    match opener.kind() {
        SEMICOLON | R_BRACE => {
            let mut blocks = parent.ancestors();
            let own = usize::from(opener.kind() == R_BRACE);
            let is_block = |it: &SyntaxNode| matches!(it.kind(), BODY | BLOCK | SOURCE_FILE);
            let block = blocks.by_ref().filter(is_block).nth(own)?;
            match (block.kind() == BODY, is_first) {
                (true, _) => field_or_item(text, &around.tokens),
                (false, true) => Some(Context::Statement),
                (false, false) => None,
            }
        }
        L_BRACE if parent.kind() == BODY => field_or_item(text, &around.tokens),
        L_BRACE if parent.kind() == BLOCK => is_first.then_some(Context::Statement),
        L_BRACE => value(Shape::Bit),
        L_ANGLE => in_angles(text, opener, &around),
        L_PAREN => in_parentheses(text, opener, &around),
        L_BRACK => {
            let outer = expected_after(text, source, previous(opener.prev_token()));
            match outer {
                Some(Context::Value {
                    expected: Shape::List(elem),
                    ..
                }) if dialects::is_trait(text, &elem) => {
                    wants_value(&around.tokens).then_some(Context::Trait)
                }
                Some(Context::Value {
                    expected: Shape::List(elem),
                    ..
                }) => value(*elem),
                _ => value(Shape::Unknown),
            }
        }
        IN_KW | THEN_KW | ELSE_KW => is_first.then_some(Context::Statement),
        _ => after_keyword(text, source, opener, &parent, &around),
    }
}

fn value(expected: Shape) -> Option<Context> {
    Some(Context::Value {
        expected,
        owner: None,
        given: Given::default(),
    })
}

/// Whether a value may follow `tokens`. A value may not directly follow another value.
fn wants_value(tokens: &[SyntaxToken]) -> bool {
    match tokens.last().map(SyntaxToken::kind) {
        None => true,
        Some(kind) => matches!(
            kind,
            EQ | COMMA | HASH | COLON | MINUS | DOT3 | ASSERT_KW | DUMP_KW | IF_KW
        ),
    }
}

/// The context in a body: the start of an item, the type after `field`, or the value of a field.
fn field_or_item(text: &Text<'_>, tokens: &[SyntaxToken]) -> Option<Context> {
    match tokens {
        [] => Some(Context::BodyItem),
        [field] if field.kind() == FIELD_KW => Some(Context::Type),
        _ if tokens.iter().any(|it| it.kind() == EQ) && wants_value(tokens) => {
            let field = tokens.first()?.parent_ancestors();
            let field = field.into_iter().find(|it| it.kind() == FIELD)?;
            let ty = field.children().find(|it| is_type(it.kind()))?;
            value(text.type_shape(&ty))
        }
        _ => None,
    }
}

fn in_angles(text: &Text<'_>, opener: &SyntaxToken, around: &Inside) -> Option<Context> {
    let before = previous(opener.prev_token())?;
    let declares = previous(before.prev_token())
        .is_some_and(|it| matches!(it.kind(), CLASS_KW | MULTICLASS_KW));
    if declares {
        let last = around.tokens.rsplit(|it| it.kind() == COMMA).next()?;
        return match last {
            [] => Some(Context::Type),
            _ if last.iter().any(|it| it.kind() == EQ) && wants_value(last) => {
                let param = last.first()?.parent_ancestors();
                let param = param.into_iter().find(|it| it.kind() == TEMPLATE_PARAM);
                let ty = param.and_then(|it| it.children().find(|it| is_type(it.kind())));
                value(ty.map_or(Shape::Unknown, |it| text.type_shape(&it)))
            }
            _ => None,
        };
    }
    match before.kind() {
        BANG_OPERATOR | LIST_KW | R_BRACK => around.tokens.is_empty().then_some(Context::Type),
        IDENT if wants_value(&around.tokens) => {
            let owner = owner_before(text, &before);
            let arg = around
                .tokens
                .rsplit(|it| it.kind() == COMMA)
                .next()
                .unwrap_or_default();
            let args = owner.and_then(|it| text.template_args(it));
            let decl = args.and_then(|(item, args)| {
                let decl = match arg {
                    [name, eq, ..] if eq.kind() == EQ => {
                        args.iter().find(|it| it.name.as_str() == name.text())
                    }
                    _ => args.get(around.commas),
                };
                Some((item, decl?))
            });
            let expected = decl.map_or(Shape::Unknown, |(item, decl)| {
                text.declared_shape(text.place(item, decl.name_at))
            });
            Some(Context::Value {
                expected,
                owner: owner.filter(|_| arg.is_empty()),
                given: Given::before(&around.tokens),
            })
        }
        _ => None,
    }
}

/// The class or multiclass whose argument list begins after the token `name`.
pub(crate) fn owner_before(text: &Text<'_>, name: &SyntaxToken) -> Option<Owner> {
    let parent = name.parent()?;
    let known = match parent.kind() {
        CLASS_REF => text.class_ref(&parent),
        CLASS_VALUE => Some(Owner::Class(Sym::new(name.text()))),
        _ => None,
    };
    let sym = Sym::new(name.text());
    known
        .or_else(|| text.class(sym).map(|_| Owner::Class(sym)))
        .or_else(|| text.multiclass(sym).map(|_| Owner::Multiclass(sym)))
}

fn in_parentheses(text: &Text<'_>, opener: &SyntaxToken, around: &Inside) -> Option<Context> {
    let before = previous(opener.prev_token());
    let operator = before.as_ref().map(SyntaxToken::kind);
    let names_variable = match operator {
        Some(BANG_FOREACH | BANG_FILTER) => around.commas == 0,
        Some(BANG_FOLDL) => matches!(around.commas, 2 | 3),
        _ => false,
    };
    if names_variable {
        return None;
    }
    let is_operator = matches!(
        operator,
        Some(BANG_OPERATOR | BANG_COND | BANG_FOREACH | BANG_FILTER | BANG_FOLDL | R_ANGLE)
    );
    if is_operator {
        return wants_value(&around.tokens).then(|| value(Shape::Unknown))?;
    }
    match around.tokens.len() {
        0 => Some(Context::DagOperator(dag_at(text, opener))),
        _ if around.tokens.last().is_some_and(|it| it.kind() == COLON) => {
            Some(Context::DagName { with_sigil: true })
        }
        // The first argument follows the operator without a comma.
        _ if around.commas > 0 && !wants_value(&around.tokens) => None,
        _ => {
            let operator = around.tokens.first()?;
            let classes = dialects::argument_classes(text, opener, operator);
            let listed = classes.map(Context::Listed);
            let of_target = || Some(Context::DagArgument(dag_at(text, opener)?.role));
            let known = listed.or_else(of_target);
            known.or_else(|| value(Shape::Unknown))
        }
    }
}

fn after_keyword(
    text: &Text<'_>,
    source: usize,
    keyword: &SyntaxToken,
    parent: &SyntaxNode,
    around: &Inside,
) -> Option<Context> {
    let tokens = &around.tokens[..];
    let has = |kind| tokens.iter().any(|it| it.kind() == kind);
    let ends_in = |kinds: &[SyntaxKind]| tokens.last().is_some_and(|it| kinds.contains(&it.kind()));
    let value_then = |expected, then| {
        Some(if wants_value(tokens) {
            Context::Value {
                expected,
                owner: None,
                given: Given::default(),
            }
        } else {
            Context::Keyword(then)
        })
    };
    match keyword.kind() {
        CLASS_KW | DEF_KW if has(COLON) => ends_in(&[COLON, COMMA]).then_some(Context::Class),
        DEFM_KW if has(COLON) => ends_in(&[COLON, COMMA]).then_some(Context::Multiclass {
            or_class: around.commas > 0,
        }),
        MULTICLASS_KW if has(COLON) => {
            ends_in(&[COLON, COMMA]).then_some(Context::Multiclass { or_class: false })
        }
        LET_KW => {
            let in_body = parent.kind() == BODY_LET
                || parent
                    .ancestors()
                    .find(|it| matches!(it.kind(), BODY | BLOCK))
                    .is_some_and(|it| it.kind() == BODY);
            let item = tokens.rsplit(|it| it.kind() == COMMA).next()?;
            match item {
                [] if in_body => Some(Context::Let),
                [] => Some(Context::BlockLet),
                _ if !item.iter().any(|it| it.kind() == EQ) => None,
                _ if wants_value(tokens) => {
                    let name = item.first()?;
                    let field = text.resolve(source, name);
                    value(field.map_or(Shape::Unknown, |it| text.definition_shape(&it)))
                }
                _ if in_body => None,
                _ => Some(Context::Keyword(IN_KW)),
            }
        }
        DEFVAR_KW if has(EQ) => wants_value(tokens).then(|| value(Shape::Unknown))?,
        FOREACH_KW if has(EQ) => value_then(Shape::Unknown, IN_KW),
        IF_KW => value_then(Shape::Bit, THEN_KW),
        ASSERT_KW if around.commas > 0 => wants_value(tokens).then(|| value(Shape::String))?,
        ASSERT_KW => wants_value(tokens).then(|| value(Shape::Bit))?,
        DUMP_KW => wants_value(tokens).then(|| value(Shape::String))?,
        DEFSET_KW => tokens.is_empty().then_some(Context::Type),
        DEFTYPE_KW if ends_in(&[EQ]) => Some(Context::Type),
        _ => None,
    }
}
