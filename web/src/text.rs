//! Hovers, definitions and semantic tokens for the text of a file.

use backends::{Context, Options, Rec};
use db::Database;
use ide::FilePosition;
use ide::markup::{Markup, code_span, escape};
use ide::semantic_tokens::{SemanticToken, TokenKind, semantic_tokens};
use serde::Serialize;

use crate::Session;
use crate::offsets::Offsets;
use crate::places::{PageRange, Places, link};
use crate::records::explain;

/// The maximum number of records of one statement that a hover describes from models.
const MAX_RECORDS: usize = 200;
/// The largest number of links in a hover.
const MAX_LINKS: usize = 40;

#[derive(Serialize)]
pub(crate) struct PageHover {
    /// The text in Markdown.
    text: String,
    #[serde(flatten)]
    place: Option<PageRange>,
}

/// The hover at an offset. `None` if there is no hover, or if the unit does not read the file.
pub(crate) fn hover(
    session: &mut Session,
    path: &str,
    offset: usize,
) -> Result<Option<PageHover>, String> {
    let places = Places::new(session.db()?);
    let Some(offset) = places.byte(path, offset) else {
        return Ok(None);
    };
    let path = path.to_owned();
    let Some(found) = ide::hover::hover(session.db()?, &FilePosition { path, offset }) else {
        return Ok(None);
    };
    let mut text = found.text;
    let names = found.listed.iter().map(|it| {
        let at = it.at.as_ref().and_then(|it| places.of_file(it));
        let name = at.map_or_else(|| code_span(&it.name), |at| link(&it.name, &at));
        match it.detail.as_str() {
            "" => format!("- {name}"),
            detail => format!("- {name} : {}", escape(detail)),
        }
    });
    let more = (found.unlisted > 0).then(|| format!("- … {} more", found.unlisted));
    let lines: Vec<String> = names.chain(more).collect();
    if !lines.is_empty() {
        text.prose(lines.join("\n"));
    }
    let is_explained = found.records.iter().any(|it| explain::concerns(it));
    if is_explained || !found.patterns.is_empty() {
        let (records, models) = session.records()?;
        let options = Options::default();
        let cx = Context::new(&records, &options, models);
        let recs = found.records.iter();
        let recs = recs.filter_map(|it| records.named(it.name));
        let recs: Vec<Rec> = recs.take(MAX_RECORDS).collect();
        let mut about = Markup::default();
        explain(&cx, &recs, &places, &mut about);
        text.append(about);
    }
    let links = found.links.iter().take(MAX_LINKS);
    let links = links.filter_map(|(name, to)| Some(link(name, &places.of_file(to)?)));
    let links: Vec<String> = links.collect();
    if !links.is_empty() {
        text.prose(links.join(" · "));
    }
    Ok(Some(PageHover {
        text: text.markdown(),
        place: places.of_file(&found.range),
    }))
}

/// The definitions of the name at an offset.
pub(crate) fn definition(
    session: &Session,
    path: &str,
    offset: usize,
) -> Result<Vec<PageRange>, String> {
    let db = session.db()?;
    let places = Places::new(db);
    let Some(offset) = places.byte(path, offset) else {
        return Ok(Vec::new());
    };
    let path = path.to_owned();
    let targets = ide::navigation::definition(db, &FilePosition { path, offset });
    let targets = targets.iter();
    Ok(targets.filter_map(|it| places.of_file(&it.focus)).collect())
}

/// The tokens of a file, each as its start, its length, and the index of its kind in `kinds`.
#[derive(Default, Serialize)]
pub(crate) struct PageTokens {
    kinds: Vec<&'static str>,
    tokens: Vec<usize>,
}

/// The tokens of a file. Empty if the unit does not read the file.
pub(crate) fn tokens(db: &Database, path: &str) -> PageTokens {
    let tokens = semantic_tokens(db, path, None).unwrap_or_default();
    let Some((tree, _)) = ide::own_syntax_of(db, path) else {
        return PageTokens::default();
    };
    let offsets = Offsets::new(&tree.to_string());
    let mut all = PageTokens::default();
    for SemanticToken { range, kind, .. } in tokens {
        let kind = name(kind);
        let known = all.kinds.iter().position(|it| *it == kind);
        let kind = known.unwrap_or_else(|| {
            all.kinds.push(kind);
            all.kinds.len() - 1
        });
        let (start, end) = (offsets.units(range.start), offsets.units(range.end));
        all.tokens.extend([start, end - start, kind]);
    }
    all
}

/// The name of a kind of tokens, as in the Language Server Protocol.
fn name(kind: TokenKind) -> &'static str {
    match kind {
        TokenKind::Keyword | TokenKind::Directive => "keyword",
        TokenKind::Type => "type",
        TokenKind::Class => "class",
        TokenKind::Multiclass | TokenKind::Function => "function",
        TokenKind::Record => "enumMember",
        TokenKind::Field => "property",
        TokenKind::Parameter => "parameter",
        TokenKind::Variable | TokenKind::DagName => "variable",
        TokenKind::Operator => "operator",
        TokenKind::String | TokenKind::Code => "string",
        TokenKind::Number => "number",
        TokenKind::Comment | TokenKind::Inactive => "comment",
        TokenKind::Macro => "macro",
    }
}
