//! Completion. The documentation of an item is sent once the item is selected.

use ide::complete::{self, Folders, Trigger};
use lsp_types::request::{Completion, ResolveCompletionItem};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionParams, CompletionResponse,
    CompletionTextEdit, Documentation, InsertTextFormat, Range, TextEdit,
};
use tower_lsp::jsonrpc::Result;

use super::{Later, Needs, Snapshot, Table};
use project::path;

pub(super) fn fill(table: &mut Table) {
    table.on::<Completion>(Needs::Text, Later::Refuse, completion);
    table.on::<ResolveCompletionItem>(Needs::Text, Later::Again, resolve);
}

/// `textDocument/completion`: the items at a position.
fn completion(snapshot: &Snapshot, params: CompletionParams) -> Result<Option<CompletionResponse>> {
    let at = snapshot.position(&params.text_document_position)?;
    let found = &snapshot.unit.info.found;
    let folders = OnDisk(&found.working_dir);
    // The folders in `near` would become include directories if a file in them were included, so they count as include
    // directories here.
    let dirs = found.spec.include_dirs.iter().chain(&found.near);
    let dirs: Vec<String> = dirs.cloned().collect();
    let typed = params.context.and_then(|it| it.trigger_character);
    let trigger = match typed.as_deref() {
        Some(" ") => Trigger::Space,
        _ => Trigger::Asked,
    };
    let found = complete::complete(snapshot.db(), &at, trigger, &dirs, &folders);
    let range = snapshot.range(&at.path, &found.replaces);
    let items = found.items.into_iter();
    Ok(Some(CompletionResponse::List(CompletionList {
        is_incomplete: found.is_incomplete,
        items: items
            .enumerate()
            .map(|(rank, it)| item(it, rank, range, snapshot.style.snippets))
            .collect(),
    })))
}

/// Converts an item. `rank` is its index in the order of relevance.
fn item(
    item: complete::CompletionItem,
    rank: usize,
    range: Option<Range>,
    snippets: bool,
) -> CompletionItem {
    let snippet = item.snippet.filter(|_| snippets);
    let format = snippet.is_some().then_some(InsertTextFormat::SNIPPET);
    let new_text = snippet.unwrap_or_else(|| item.label.clone());
    let edit = range.map(|range| CompletionTextEdit::Edit(TextEdit { range, new_text }));
    CompletionItem {
        kind: Some(kind(item.kind)),
        detail: item.detail,
        sort_text: Some(format!("{rank:04}")),
        insert_text_format: format,
        text_edit: edit,
        // `resolve` reads the kind from here.
        data: Some(item.kind.name().into()),
        label: item.label,
        ..CompletionItem::default()
    }
}

fn kind(kind: complete::CompletionItemKind) -> CompletionItemKind {
    match kind {
        complete::CompletionItemKind::Keyword => CompletionItemKind::KEYWORD,
        complete::CompletionItemKind::Type => CompletionItemKind::TYPE_PARAMETER,
        complete::CompletionItemKind::Class => CompletionItemKind::CLASS,
        complete::CompletionItemKind::Multiclass => CompletionItemKind::MODULE,
        complete::CompletionItemKind::Record => CompletionItemKind::CONSTANT,
        complete::CompletionItemKind::Field => CompletionItemKind::FIELD,
        complete::CompletionItemKind::TemplateArg => CompletionItemKind::PROPERTY,
        complete::CompletionItemKind::Variable | complete::CompletionItemKind::DagName => {
            CompletionItemKind::VARIABLE
        }
        complete::CompletionItemKind::Operator => CompletionItemKind::OPERATOR,
        complete::CompletionItemKind::Macro => CompletionItemKind::REFERENCE,
        complete::CompletionItemKind::File => CompletionItemKind::FILE,
        complete::CompletionItemKind::Folder => CompletionItemKind::FOLDER,
        complete::CompletionItemKind::Method => CompletionItemKind::METHOD,
    }
}

/// `completionItem/resolve`: adds the documentation of an item.
fn resolve(snapshot: &Snapshot, mut item: CompletionItem) -> Result<CompletionItem> {
    let name = item.data.as_ref().and_then(|it| it.as_str());
    if let Some(kind) = name.and_then(complete::CompletionItemKind::from_name)
        && let Some(text) = complete::documentation(snapshot.db(), kind, &item.label)
    {
        item.documentation = Some(Documentation::MarkupContent(snapshot.markup(&text)));
    }
    Ok(item)
}

/// Lists folders on disk. The field is the folder at which relative paths start.
struct OnDisk<'a>(&'a str);

impl Folders for OnDisk<'_> {
    fn list(&self, folder: &str) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(path::absolute(self.0, folder)) else {
            return Vec::new();
        };
        let names = entries.flatten().filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let is_folder = entry.path().is_dir();
            Some(if is_folder { name + "/" } else { name })
        });
        names.collect()
    }
}
