//! `textDocument/semanticTokens`: the tokens of a document, the changes of the tokens since an earlier answer, or the
//! tokens of a range.

use std::collections::VecDeque;

use ide::semantic_tokens::{MAX_TOKENS, TokenKind, semantic_tokens};
use lsp_types::request::{
    SemanticTokensFullDeltaRequest, SemanticTokensFullRequest, SemanticTokensRangeRequest,
};
use lsp_types::{
    SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensDelta,
    SemanticTokensDeltaParams, SemanticTokensEdit, SemanticTokensFullDeltaResult,
    SemanticTokensLegend, SemanticTokensParams, SemanticTokensRangeParams,
    SemanticTokensRangeResult, SemanticTokensResult, Url,
};
use parking_lot::{Mutex, MutexGuard};
use tower_lsp::jsonrpc::Result;

use super::{Later, Needs, Snapshot, Table};

pub(super) fn fill(table: &mut Table) {
    table.on::<SemanticTokensFullRequest>(Needs::Text, Later::Again, full);
    table.on::<SemanticTokensFullDeltaRequest>(Needs::Text, Later::Again, delta);
    table.on::<SemanticTokensRangeRequest>(Needs::Text, Later::Refuse, range);
}

/// The protocol's token types. A token refers to its type by the index in this table. Each entry has the kinds of
/// tokens with this type, and a TextMate scope, which may be empty. VS Code colours the tokens by the scope if its
/// theme has no colour for the type. The types of records, classes, multiclasses and fields have different colours in
/// the default themes of editors.
const TYPES: [(SemanticTokenType, &[TokenKind], &str); 13] = [
    (
        SemanticTokenType::KEYWORD,
        &[TokenKind::Keyword, TokenKind::Directive],
        "",
    ),
    (SemanticTokenType::TYPE, &[TokenKind::Type], ""),
    (
        SemanticTokenType::CLASS,
        &[TokenKind::Class],
        "entity.name.type.class.tablegen",
    ),
    (
        SemanticTokenType::FUNCTION,
        &[TokenKind::Multiclass, TokenKind::Function],
        "entity.name.function.multiclass.tablegen",
    ),
    (
        SemanticTokenType::ENUM_MEMBER,
        &[TokenKind::Record],
        "variable.other.enummember.tablegen",
    ),
    (
        SemanticTokenType::PROPERTY,
        &[TokenKind::Field],
        "variable.other.property.tablegen",
    ),
    (
        SemanticTokenType::PARAMETER,
        &[TokenKind::Parameter],
        "variable.parameter.tablegen",
    ),
    (
        SemanticTokenType::VARIABLE,
        &[TokenKind::Variable, TokenKind::DagName],
        "variable.other.readwrite.tablegen",
    ),
    (
        SemanticTokenType::OPERATOR,
        &[TokenKind::Operator],
        "support.function.bang.tablegen",
    ),
    (
        SemanticTokenType::STRING,
        &[TokenKind::String, TokenKind::Code],
        "",
    ),
    (SemanticTokenType::NUMBER, &[TokenKind::Number], ""),
    (
        SemanticTokenType::COMMENT,
        &[TokenKind::Comment, TokenKind::Inactive],
        "",
    ),
    (SemanticTokenType::MACRO, &[TokenKind::Macro], ""),
];

/// The bit of the modifier for declarations.
const DECLARATION: u32 = 1;

/// The legend: the token types and modifiers to which the numbers in tokens refer.
pub(crate) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: TYPES.iter().map(|(it, ..)| it.clone()).collect(),
        token_modifiers: vec![SemanticTokenModifier::DECLARATION],
    }
}

/// The tokens of a document.
fn full(snapshot: &Snapshot, params: SemanticTokensParams) -> Result<Option<SemanticTokensResult>> {
    let uri = params.text_document.uri;
    let data = encoded(snapshot, &uri, None)?;
    let result_id = Some(snapshot.session.tokens.insert(&uri, &data));
    Ok(Some(SemanticTokens { result_id, data }.into()))
}

/// The changes since the tokens with the result id `previous_result_id`. If these tokens are no longer stored, all
/// tokens are sent.
fn delta(
    snapshot: &Snapshot,
    params: SemanticTokensDeltaParams,
) -> Result<Option<SemanticTokensFullDeltaResult>> {
    let uri = params.text_document.uri;
    let data = encoded(snapshot, &uri, None)?;
    let old = snapshot
        .session
        .tokens
        .get(&uri, &params.previous_result_id);
    let result_id = Some(snapshot.session.tokens.insert(&uri, &data));
    Ok(Some(match old {
        None => SemanticTokens { result_id, data }.into(),
        Some(old) => SemanticTokensFullDeltaResult::TokensDelta(SemanticTokensDelta {
            result_id,
            edits: difference(&old, &data).into_iter().collect(),
        }),
    }))
}

/// The tokens in a range of a document.
fn range(
    snapshot: &Snapshot,
    params: SemanticTokensRangeParams,
) -> Result<Option<SemanticTokensRangeResult>> {
    let uri = params.text_document.uri;
    let within = snapshot.bytes(&uri, params.range)?.range;
    let data = encoded(snapshot, &uri, Some(within))?;
    let result_id = None;
    Ok(Some(SemanticTokens { result_id, data }.into()))
}

fn encoded(
    snapshot: &Snapshot,
    uri: &Url,
    within: Option<std::ops::Range<usize>>,
) -> Result<Vec<SemanticToken>> {
    let name = snapshot.name(uri)?;
    let encoding = snapshot.encoding();
    let Some((text, lines)) = snapshot.text(name) else {
        return Ok(Vec::new());
    };
    let (mut last_line, mut last_start) = (0, 0);
    let found = semantic_tokens(snapshot.db(), name, within).unwrap_or_default();
    if found.len() >= MAX_TOKENS {
        snapshot.tell_left_out(MAX_TOKENS, uri, "tokens");
    }
    let encode = |it: ide::semantic_tokens::SemanticToken| {
        let start = lines.position(&text, it.range.start, encoding);
        let delta_line = start.line - last_line;
        let delta_start = match delta_line {
            0 => start.column - last_start,
            _ => start.column,
        };
        (last_line, last_start) = (start.line, start.column);
        SemanticToken {
            delta_line,
            delta_start,
            length: encoding.len(&text[it.range]) as u32,
            token_type: number(it.kind),
            token_modifiers_bitset: if it.is_declaration { DECLARATION } else { 0 },
        }
    };
    Ok(found.into_iter().map(encode).collect())
}

fn number(kind: TokenKind) -> u32 {
    let position = TYPES.iter().position(|(_, kinds, _)| kinds.contains(&kind));
    position.unwrap_or_default() as u32
}

/// The single edit that changes `old` to `new`; `None` if they are equal.
fn difference(old: &[SemanticToken], new: &[SemanticToken]) -> Option<SemanticTokensEdit> {
    let pairs = old.iter().zip(new);
    let start = pairs.take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (&old[start..], &new[start..]);
    let pairs = old_rest.iter().rev().zip(new_rest.iter().rev());
    let end = pairs.take_while(|(a, b)| a == b).count();
    let data = new_rest[..new_rest.len() - end].to_vec();
    let deleted = old_rest.len() - end;
    if deleted == 0 && data.is_empty() {
        return None;
    }
    // In the protocol, a token is five integers, and an edit counts integers.
    Some(SemanticTokensEdit {
        start: 5 * start as u32,
        delete_count: 5 * deleted as u32,
        data: Some(data),
    })
}

/// The tokens sent last for each document, with their result id.
#[derive(Default)]
pub(super) struct SentTokens(Mutex<Sent>);

#[derive(Default)]
struct Sent {
    last_id: u64,
    documents: VecDeque<(Url, String, Vec<SemanticToken>)>,
}

/// The largest number of documents whose tokens are kept.
const MAX_DOCUMENTS: usize = 16;

impl SentTokens {
    fn lock(&self) -> MutexGuard<'_, Sent> {
        self.0.lock()
    }

    /// Stores the tokens of a document in place of its earlier tokens. Returns the new result id.
    fn insert(&self, uri: &Url, data: &[SemanticToken]) -> String {
        let mut sent = self.lock();
        sent.last_id += 1;
        let id = sent.last_id.to_string();
        sent.documents.retain(|(it, ..)| it != uri);
        sent.documents
            .push_back((uri.clone(), id.clone(), data.to_vec()));
        if sent.documents.len() > MAX_DOCUMENTS {
            sent.documents.pop_front();
        }
        id
    }

    /// The tokens of a document that were sent with the result id `id`; `None` if they are no longer stored.
    fn get(&self, uri: &Url, id: &str) -> Option<Vec<SemanticToken>> {
        let sent = self.lock();
        let mut documents = sent.documents.iter();
        let found = documents.find(|(it, its_id, _)| it == uri && its_id == id);
        found.map(|(_, _, data)| data.clone())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::*;

    /// VS Code's extension has the colours of tokens in its manifest.
    #[test]
    fn the_manifest_of_vs_code_has_the_same_types() {
        let manifest = include_str!("../../../../editors/vscode/package.json");
        let manifest: Value = serde_json::from_str(manifest).unwrap();
        let scoped = TYPES.into_iter().filter(|(.., scope)| !scope.is_empty());
        let scopes: Map<String, Value> = scoped
            .map(|(ty, _, scope)| (ty.as_str().to_owned(), json!([scope])))
            .collect();
        let want = json!([{"language": "tablegen", "scopes": scopes}]);
        assert_eq!(manifest["contributes"]["semanticTokenScopes"], want);
    }
}
