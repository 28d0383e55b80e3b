//! Writing tags files.

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;

use super::collect::{FileTags, Tag};
use super::options::{Format, Options};
use super::recipes::Job;
use driver::{disk, terminal};
use project::path;

/// Writes the tags file of a job.
pub(super) fn write(options: &Options, job: &Job, made: Vec<FileTags>) -> Result<(), String> {
    if options.verbose {
        let dir = std::fs::canonicalize(&job.dir).unwrap_or_else(|_| job.dir.clone());
        let dir = path::normalize(&dir.to_string_lossy());
        terminal::eprint(format!("In \"{dir}\",\n").as_bytes());
    }
    let mut tags = BTreeSet::new();
    for (file, made) in job.files.iter().zip(made) {
        for name in file.names.iter().filter(|_| options.verbose) {
            terminal::eprint(format!("  generating tags from \"{name}\"\n").as_bytes());
        }
        if !options.quiet {
            terminal::eprint(&made.messages);
        }
        tags.extend(made.tags);
    }
    let path = job.dir.join(&options.file);
    let is_file = options.file != "-";
    if is_file && disk::is_link(&path) {
        // The project may contain this link, and the link may lead to any file.
        return Err(format!("cannot write '{}': it is a link", path.display()));
    }
    let existing = if options.append && is_file {
        disk::read(&path).ok()
    } else {
        None
    };
    if existing.is_some() && options.verbose {
        let message = format!("  and existing tags from \"{}\"\n", options.file);
        terminal::eprint(message.as_bytes());
    }
    let existing = existing.map(|it| syntax::text::decode(&it));
    let text = match options.format {
        Format::Etags => existing.unwrap_or_default() + &etags(&tags),
        format => ctags(&tags, format, existing.as_deref()),
    };
    if !is_file {
        return match terminal::print(&text) {
            ExitCode::SUCCESS => Ok(()),
            _ => Err("cannot write the tags".to_owned()),
        };
    }
    if options.verbose {
        terminal::eprint(format!("  into \"{}\".\n", options.file).as_bytes());
    }
    let bytes = syntax::text::encode(&text);
    disk::write(&path, &bytes).map_err(|it| format!("cannot write '{}': {it}", path.display()))
}

/// A tags file in a format of ctags(1). The lines of `existing` are kept, except its header.
fn ctags(tags: &BTreeSet<Tag>, format: Format, existing: Option<&str>) -> String {
    let mut text = match format {
        Format::Extended => "!_TAG_FILE_FORMAT\t2\t/extended format/\n",
        _ => "!_TAG_FILE_FORMAT\t1\t/original ctags format/\n",
    }
    .to_owned();
    text += "!_TAG_FILE_SORTED\t1\t/0=unsorted, 1=sorted, 2=foldcase/\n";
    let line = |tag: &Tag| {
        let Tag {
            name, path, line, ..
        } = tag;
        let mut text = format!("{name}\t{path}\t{line}");
        if format == Format::Extended {
            text += &format!(";\"\t{}\tline:{line}", tag.kind.letter());
            for (key, value) in &tag.fields {
                text += &format!("\t{key}:{value}");
            }
        }
        text
    };
    let mut lines: Vec<String> = tags.iter().map(line).collect();
    // In the original format, a class and its field can have equal lines, if they have the same name and are on the
    // same line.
    lines.dedup();
    if let Some(existing) = existing {
        let kept = existing.lines().filter(|it| !it.starts_with("!_TAG_"));
        lines.extend(kept.map(str::to_owned));
        lines.sort_unstable();
        lines.dedup();
    }
    for line in lines {
        text += &line;
        text.push('\n');
    }
    text
}

/// A tags file in the format of Emacs: a section for each file.
fn etags(tags: &BTreeSet<Tag>) -> String {
    let mut files: BTreeMap<&str, Vec<&Tag>> = BTreeMap::new();
    for tag in tags {
        files.entry(&tag.path).or_default().push(tag);
    }
    let mut text = String::new();
    for (path, mut tags) in files {
        tags.sort_by_key(|it| (it.offset, &it.name));
        let line = |it: &&Tag| format!("{}\x7f{}\x01{},{}\n", it.text, it.name, it.line, it.offset);
        let section: String = tags.iter().map(line).collect();
        let size = syntax::text::byte_len(&section);
        text += &format!("\x0c\n{path},{size}\n{section}");
    }
    text
}
