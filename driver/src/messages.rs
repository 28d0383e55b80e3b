//! Messages of the front end and of backends, as llvm-tblgen prints them.

use elaborate::diagnostic::{Audience, Severity};
use elaborate::report::Report;
use elaborate::sources::Sources;
use syntax::text::{byte_len, encode};

use crate::render;

/// The total size of the printed messages in bytes after which the driver prints no further message.
pub const MAX_OUTPUT: usize = 1 << 24;

/// The number of errors in a report and its notes, counted as the reference does.
pub fn errors(report: &Report) -> usize {
    if report.audience == Audience::People {
        return 0;
    }
    let own = usize::from(report.severity == Severity::Error);
    own + report.notes.iter().map(errors).sum::<usize>()
}

/// The reports as text, without the reports for editors alone. Once the text has more than `limit` bytes, only the
/// number of the remaining reports is added: each message repeats its source line, so the messages about one long line
/// could otherwise take space quadratic in its length.
pub fn render(sources: &Sources, reports: &[Report], limit: usize) -> Vec<u8> {
    render_named(sources, reports, limit, &str::to_owned)
}

/// Like [`render()`]. `name` returns the name to show for a file.
pub fn render_named(
    sources: &Sources,
    reports: &[Report],
    limit: usize,
    name: &dyn Fn(&str) -> String,
) -> Vec<u8> {
    let mut out = Vec::new();
    if reports.is_empty() {
        return out;
    }
    let texts: Vec<_> = sources.files.iter().map(|it| encode(&it.text)).collect();
    let names: Vec<_> = sources.files.iter().map(|it| name(&it.path)).collect();
    let files: Vec<_> = names
        .iter()
        .zip(&texts)
        .map(|(name, text)| render::Source::new(name, text))
        .collect();
    let reports: Vec<&Report> = reports
        .iter()
        .filter(|it| it.audience != Audience::People)
        .collect();
    for (index, report) in reports.iter().enumerate() {
        if out.len() > limit {
            let rest = reports.len() - index;
            out.extend_from_slice(format!("{rest} more messages\n").as_bytes());
            break;
        }
        push(&mut out, sources, &files, report);
        for note in &report.notes {
            push(&mut out, sources, &files, note);
        }
    }
    out
}

fn push(out: &mut Vec<u8>, sources: &Sources, files: &[render::Source], report: &Report) {
    let message = encode(&report.message);
    match report.place {
        None if report.lacks_place => {
            out.extend_from_slice(b"<unknown>:0: ");
            render::message_without_place(out, report.severity, &message);
        }
        None => render::message_without_place(out, report.severity, &message),
        Some((file, offset)) => {
            push_includes(out, sources, files, file);
            let offset = in_bytes(sources, file, offset);
            render::message(out, &files[file], offset, report.severity, &message);
        }
    }
}

/// Appends the chain of includes of a source, outermost first.
fn push_includes(out: &mut Vec<u8>, sources: &Sources, files: &[render::Source], file: usize) {
    let mut includes = Vec::new();
    let mut from = sources.files[file].included_from;
    while let Some((file, offset)) = from {
        includes.push((file, offset));
        from = sources.files[file].included_from;
    }
    for (file, offset) in includes.into_iter().rev() {
        let line = files[file].line_number(in_bytes(sources, file, offset));
        let name = files[file].name();
        out.extend_from_slice(format!("Included from {name}:{line}:\n").as_bytes());
    }
}

/// Converts an offset in a source's text to an offset in the file's bytes, which may be encoded differently.
fn in_bytes(sources: &Sources, file: usize, offset: u32) -> usize {
    let before = sources.files[file].text.get(..offset as usize);
    before.map_or(offset as usize, byte_len)
}
