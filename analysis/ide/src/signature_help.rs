//! Signature help: the parameters of the class, multiclass or operator whose arguments are at a position.

#[cfg(test)]
mod tests;

use db::Database;
use syntax::BangOperator;
use syntax::SyntaxKind::*;
use syntax::SyntaxToken;

use super::FilePosition;
use super::complete::owner_before;
use super::docs::documentation;
use super::hover::header;
use super::markup::Markup;
use super::operators::describe;
use super::place::{locate, token_at};
use super::resolve::Owner;
use super::target::declaration_at;
use super::text::Text;

/// The signature of a class, multiclass or operator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// The text of the signature: the name with its parameters in brackets, and the result type of an operator.
    pub label: String,
    /// The parameters, as substrings of `label`.
    pub params: Vec<String>,
    /// The index in `params` of the parameter at the position; `None` if there is no such parameter.
    pub active: Option<usize>,
    /// The description of an operator, or the comment above a class or multiclass.
    pub documentation: Option<Markup>,
}

/// The largest number of tokens examined before the position.
const MAX_TOKENS: usize = 4_000;

/// The signature of the class, multiclass or operator whose argument list contains a position. `None` outside of
/// argument lists, and in comments and code blocks.
pub fn signature_help(db: &Database, position: &FilePosition) -> Option<Signature> {
    let text = Text::new(db);
    let (source, offset) = locate(db, position)?;
    let root = text.root(source)?;
    let first = token_at(&root, offset.checked_sub(1)?)?;
    if matches!(first.kind(), LINE_COMMENT | BLOCK_COMMENT | CODE_LITERAL) {
        return None;
    }
    let mut depth = 0usize;
    let mut given = Given::default();
    let tokens = std::iter::successors(Some(first), SyntaxToken::prev_token);
    for token in tokens.take(MAX_TOKENS).filter(|it| !it.kind().is_trivia()) {
        match token.kind() {
            // Arguments after the cursor do not count.
            _ if u32::from(token.text_range().start()) >= offset => {}
            R_PAREN | R_ANGLE | R_BRACK | R_BRACE => depth += 1,
            L_PAREN | L_ANGLE if depth == 0 => {
                if let Some(found) = signature_before(&text, &token, &given) {
                    return Some(found);
                }
                given = Given::default();
            }
            L_BRACK | L_BRACE if depth == 0 => given = Given::default(),
            L_PAREN | L_ANGLE | L_BRACK | L_BRACE => depth -= 1,
            COMMA if depth == 0 => given.commas += 1,
            EQ if depth == 0 && given.commas == 0 => given.is_named = true,
            IDENT if depth == 0 && given.commas == 0 => given.name = Some(token.text().to_owned()),
            SEMICOLON => return None,
            kind if kind.is_keyword() && depth == 0 && is_statement_keyword(kind) => return None,
            _ => {}
        }
    }
    None
}

/// The number of commas before the cursor, and facts about the argument at the cursor.
#[derive(Default)]
struct Given {
    commas: usize,
    /// Whether the argument at the cursor is of the form `name = …`.
    is_named: bool,
    /// The first identifier of the argument at the cursor.
    name: Option<String>,
}

fn is_statement_keyword(kind: syntax::SyntaxKind) -> bool {
    matches!(
        kind,
        CLASS_KW | DEF_KW | DEFM_KW | DEFVAR_KW | LET_KW | MULTICLASS_KW | FOREACH_KW | DEFSET_KW
    )
}

fn signature_before(text: &Text<'_>, bracket: &SyntaxToken, given: &Given) -> Option<Signature> {
    let mut before = std::iter::successors(bracket.prev_token(), SyntaxToken::prev_token);
    let mut before = before.by_ref().filter(|it| !it.kind().is_trivia());
    let name = before.next()?;
    let operator = match (bracket.kind(), name.kind()) {
        (L_PAREN, BANG_OPERATOR | BANG_COND | BANG_FOREACH | BANG_FILTER | BANG_FOLDL) => {
            Some(name.clone())
        }
        // The type in angle brackets is between the operator and its operands.
        (L_PAREN, R_ANGLE) => before.find(|it| it.kind() == BANG_OPERATOR),
        _ => None,
    };
    if let Some(operator) = operator {
        return of_operator(operator.text(), given.commas);
    }
    if bracket.kind() != L_ANGLE || name.kind() != IDENT {
        return None;
    }
    let is_declared = before
        .next()
        .is_some_and(|it| matches!(it.kind(), CLASS_KW | MULTICLASS_KW));
    if is_declared {
        None
    } else {
        of_owner(text, owner_before(text, &name)?, given)
    }
}

fn of_operator(word: &str, commas: usize) -> Option<Signature> {
    let operator = BangOperator::from_name(word.strip_prefix('!')?)?;
    let about = describe(operator);
    let last = about.params.len().saturating_sub(1);
    Some(Signature {
        label: about.signature(),
        params: about.params.iter().map(|it| (*it).to_owned()).collect(),
        active: match about.params.last() {
            Some(&"...") => Some(commas.min(last)),
            _ => (commas <= last).then_some(commas),
        },
        documentation: Some(Markup::of_prose(about.doc)),
    })
}

fn of_owner(text: &Text<'_>, owner: Owner, given: &Given) -> Option<Signature> {
    let (item, args) = text.template_args(owner)?;
    let params: Vec<String> = args
        .iter()
        .map(|decl| {
            let node = declaration_at(text, text.place(item, decl.name_at));
            node.map_or_else(|| decl.name.to_string(), |it| header(&it))
        })
        .collect();
    let by_name = given.name.as_ref().filter(|_| given.is_named);
    let active = match by_name {
        Some(name) => args.iter().position(|it| it.name.as_str() == name),
        None => (given.commas < args.len()).then_some(given.commas),
    };
    let name_at = match owner {
        Owner::Class(name) => text.class(name)?.1.name_at,
        Owner::Multiclass(name) => text.multiclass(name)?.1.name_at,
    };
    let node = declaration_at(text, text.place(item, name_at));
    let comment = node.and_then(|it| documentation(&it));
    Some(Signature {
        label: format!("{}<{}>", owner.name(), params.join(", ")),
        params,
        active,
        documentation: comment.map(Markup::of_source),
    })
}
