//! Converts reStructuredText, the language of Clang's documentation, to Markdown.
//!
//! The text comes from a source file, so none of it may become a link, a heading or HTML.

#[cfg(test)]
mod tests;

use ide::markup::{code_span, escape, lines};

use crate::page::Page;

/// Adds a text in reStructuredText to a page: paragraphs, lists and code blocks.
pub(crate) fn show(text: &str, page: &mut Page) {
    let lines: Vec<&str> = lines(text).map(str::trim_end).collect();
    let shift = lines.iter().filter(|it| !it.is_empty());
    let shift = shift.map(|it| indent(it)).min().unwrap_or(0);
    let lines: Vec<&str> = lines
        .iter()
        .map(|it| it.get(shift..).unwrap_or(""))
        .collect();
    let mut at = 0;
    while at < lines.len() {
        at = block(&lines, at, page);
    }
}

/// The number of blanks at the start of a line.
pub(crate) fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// Adds the block that begins at line `at` to the page; returns the index of the line after it.
fn block(lines: &[&str], at: usize, page: &mut Page) -> usize {
    let line = lines[at].trim_start();
    if line.is_empty() || is_rule(line) {
        return at + 1;
    }
    if let Some(directive) = line.strip_prefix(".. ") {
        return self::directive(lines, at, directive, page);
    }
    // The lines of a paragraph, or of a list item with its continuation.
    let mut end = at + 1;
    while end < lines.len() && goes_on(lines[end]) {
        end += 1;
    }
    let mut text = lines[at..end]
        .iter()
        .map(|it| it.trim())
        .collect::<Vec<_>>()
        .join(" ");
    // A double colon at the end announces a code block.
    let has_code = text.ends_with("::");
    if has_code {
        text.pop();
        if text == ":" {
            text.clear();
        }
    }
    let bullet = ["* ", "- ", "+ "]
        .iter()
        .find_map(|it| text.strip_prefix(it));
    match bullet {
        Some(point) => page.prose(format!("- {}", inline(point))),
        None if !text.is_empty() => page.prose(inline(&text)),
        None => {}
    }
    if has_code {
        code(lines, end, indent(lines[at]), "", page)
    } else {
        end
    }
}

/// Whether a line continues the paragraph of the line before it.
fn goes_on(line: &str) -> bool {
    let text = line.trim_start();
    let is_point = ["* ", "- ", "+ ", ".. "]
        .iter()
        .any(|it| text.starts_with(it));
    !text.is_empty() && !is_point && !is_rule(text)
}

/// Whether a line underlines a heading.
fn is_rule(line: &str) -> bool {
    let first = line.chars().next().unwrap_or(' ');
    line.len() >= 3 && "=-~^\"'+#*".contains(first) && line.chars().all(|it| it == first)
}

/// Adds a directive, `.. name:: argument`. A code block is added with its indented body. Of a `note`, `warning`,
/// `seealso` or `tip`, only the argument is added. Other directives are skipped. Returns the index of the next line to
/// read.
fn directive(lines: &[&str], at: usize, text: &str, page: &mut Page) -> usize {
    let Some((name, argument)) = text.split_once("::") else {
        // This is a comment or the target of a link.
        return at + 1;
    };
    match name.trim() {
        "code-block" | "code" | "sourcecode" => {
            code(lines, at + 1, indent(lines[at]), argument.trim(), page)
        }
        name @ ("note" | "warning" | "seealso" | "tip") => {
            page.prose(escape(&format!("{name}: {}", argument.trim())));
            at + 1
        }
        _ => at + 1,
    }
}

/// Adds a code block of the lines that are indented further than `outer`. Returns the index of the line after them.
fn code(lines: &[&str], at: usize, outer: usize, language: &str, page: &mut Page) -> usize {
    let is_inside = |it: &&&str| it.is_empty() || indent(it) > outer;
    let len = lines[at..].iter().take_while(is_inside).count();
    let inside = &lines[at..at + len];
    let shift = inside
        .iter()
        .filter(|it| !it.is_empty())
        .map(|it| indent(it));
    let shift = shift.min().unwrap_or(0);
    let text = inside.iter().map(|it| it.get(shift..).unwrap_or(""));
    let text = text.collect::<Vec<_>>().join("\n");
    let language = match language {
        "c++" | "cpp" | "C++" => "cpp",
        "c" | "C" => "c",
        "objc" | "objective-c" => "objc",
        "" => "c",
        _ => "text",
    };
    let text = text.trim_matches('\n');
    if !text.is_empty() {
        page.code(language, text);
    }
    at + len
}

/// Converts inline markup to Markdown. Code remains code; a link becomes its text with its address in parentheses.
fn inline(text: &str) -> String {
    let mut out = Inline::default();
    let mut rest = text;
    while let Some(start) = rest.find('`') {
        let (before, after) = rest.split_at(start);
        let is_code = after.starts_with("``");
        let fence = if is_code { "``" } else { "`" };
        let inner = &after[fence.len()..];
        let Some(end) = inner.find(fence) else {
            break;
        };
        // A role before the text, such as `:doc:`, is left out, as it does not help the reader.
        let role = before.trim_end_matches(|it: char| it.is_alphanumeric() || it == ':');
        let is_role = before.ends_with(':') && before.len() > role.len() + 1;
        out.text(if is_role { role } else { before });
        let said = &inner[..end];
        if is_code {
            out.code(said)
        } else {
            out.text(&said.replace('<', "(").replace('>', ")"))
        }
        rest = inner[end + fence.len()..].trim_start_matches('_');
    }
    out.text(rest);
    out.markdown()
}

/// A line of Markdown that is built from plain text and code.
#[derive(Default)]
pub(crate) struct Inline {
    markdown: String,
    /// Plain text that is not yet in `markdown`. It is escaped as a whole, as its pieces could form markup together.
    text: String,
}

impl Inline {
    pub(crate) fn text(&mut self, text: &str) {
        self.text += text;
    }

    pub(crate) fn code(&mut self, code: &str) {
        self.end_text();
        self.push(&code_span(code));
    }

    pub(crate) fn markdown(mut self) -> String {
        self.end_text();
        self.markdown
    }

    /// Appends the plain text. Blanks at its ends are kept, as they separate it from code.
    fn end_text(&mut self) {
        let text = std::mem::take(&mut self.text);
        let inner = text.trim();
        if inner.is_empty() {
            self.markdown += if text.is_empty() { "" } else { " " };
            return;
        }
        let start = if text.starts_with(' ') { " " } else { "" };
        let end = if text.ends_with(' ') { " " } else { "" };
        self.push(&format!("{start}{}{end}", escape(inner)));
    }

    /// Appends Markdown. Adjacent pieces of code are separated by a blank, as their delimiters would be ambiguous.
    fn push(&mut self, markdown: &str) {
        if self.markdown.ends_with('`') && markdown.starts_with('`') {
            self.markdown.push(' ');
        }
        self.markdown += markdown;
    }
}
