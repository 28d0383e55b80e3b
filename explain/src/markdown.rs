//! Converts Markdown, the language of MLIR's descriptions, to a safe subset: paragraphs, list items, inline code and
//! code blocks.
//!
//! The text comes from a source file, so none of it may become a link, a picture, a heading or HTML.

use ide::markup::lines;

use crate::page::Page;
use crate::rst::{Inline, indent};

/// Adds a Markdown text to a page.
pub(crate) fn show(text: &str, page: &mut Page) {
    let lines: Vec<&str> = lines(text).map(str::trim_end).collect();
    let shift = lines.iter().filter(|it| !it.is_empty());
    let shift = shift.map(|it| indent(it)).min().unwrap_or(0);
    let mut lines = lines.into_iter().map(|it| it.get(shift..).unwrap_or(""));
    let mut paragraph = Paragraph::default();
    while let Some(line) = lines.next() {
        let text = line.trim_start();
        if let Some(language) = text.strip_prefix("```") {
            paragraph.end(page);
            let outer = indent(line);
            let inside = lines.by_ref().take_while(|it| it.trim() != "```");
            let inside = inside.map(|it| it.get(outer.min(indent(it))..).unwrap_or(""));
            page.code(
                known(language.trim()),
                &inside.collect::<Vec<_>>().join("\n"),
            );
        } else if text.is_empty() {
            paragraph.end(page);
        } else if let Some(point) = point_of(text) {
            paragraph.end(page);
            paragraph.is_point = true;
            paragraph.words.push(point);
        } else {
            paragraph
                .words
                .push(text.trim_start_matches('#').trim_start());
            // A heading has only one line.
            if text.starts_with('#') {
                paragraph.end(page);
            }
        }
    }
    paragraph.end(page);
}

/// Adjacent lines that form a paragraph or a list item.
#[derive(Default)]
struct Paragraph<'a> {
    words: Vec<&'a str>,
    is_point: bool,
}

impl Paragraph<'_> {
    fn end(&mut self, page: &mut Page) {
        let text = inline(&self.words.join(" "));
        if !text.is_empty() {
            let mark = if self.is_point { "- " } else { "" };
            page.prose(format!("{mark}{text}"));
        }
        *self = Paragraph::default();
    }
}

fn point_of(text: &str) -> Option<&str> {
    let mut marks = ["* ", "- ", "+ "].iter();
    marks.find_map(|it| text.strip_prefix(it))
}

/// The name of a code block's language for an editor. A block without a language is MLIR; other unknown languages are
/// plain text.
fn known(language: &str) -> &'static str {
    match language {
        "c++" | "cpp" => "cpp",
        "c" => "c",
        "mlir" | "" => "mlir",
        "tablegen" | "td" => "tablegen",
        _ => "text",
    }
}

/// Escapes a paragraph, but keeps inline code.
fn inline(text: &str) -> String {
    let mut out = Inline::default();
    let mut rest = text;
    while let Some(start) = rest.find('`') {
        let (before, after) = rest.split_at(start);
        let fence = &after[..after.len() - after.trim_start_matches('`').len()];
        let inner = &after[fence.len()..];
        let Some(end) = inner.find(fence) else {
            break;
        };
        out.text(before);
        out.code(inner[..end].trim());
        rest = &inner[end + fence.len()..];
    }
    out.text(rest);
    out.markdown()
}
