//! Collects the tags of a file and of its includes.

use std::path::Path;

use elaborate::diagnostic::At;
use elaborate::hir::{BodyItem, SpanId, StmtKind};
use elaborate::ids::Loc;
use elaborate::report::Report;
use elaborate::sources::Sources;
use project::path;

use super::options::Format;
use super::roots::Root;
use driver::advice::advise;
use driver::disk;
use driver::front_end::{self, FrontEnd, Input};
use driver::workspace::In;

/// The kind of a tag.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum TagKind {
    Class,
    Record,
    Multiclass,
    Field,
    Variable,
    Type,
}

impl TagKind {
    pub(super) fn letter(self) -> char {
        match self {
            TagKind::Class => 'c',
            TagKind::Record => 'r',
            TagKind::Multiclass => 'm',
            TagKind::Field => 'f',
            TagKind::Variable => 'v',
            TagKind::Type => 't',
        }
    }
}

/// A tag: a name and its place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Tag {
    pub name: String,
    pub path: String,
    /// The line number, from 1.
    pub line: u32,
    pub kind: TagKind,
    /// The additional fields in the extended format, as names and values.
    pub fields: Vec<(&'static str, String)>,
    /// The byte offset of the start of the tag's line.
    pub offset: usize,
    /// The text of the line up to the end of the name; the whole line if the name is not at the tag's place.
    pub text: String,
}

/// The tags of one root.
#[derive(Default)]
pub(super) struct FileTags {
    pub tags: Vec<Tag>,
    /// The error messages of the root.
    pub messages: Vec<u8>,
}

/// Once the messages about one file have this size in bytes, no further message is printed.
const MAX_MESSAGES: usize = 1 << 16;

/// Reads a unit once, and returns its tags for each element of `wanted`. An element has the directory of a tags file,
/// and the root with the files whose tags are requested. All roots have the same unit.
pub(super) fn make(wanted: &[(&Path, &Root)], asked: &super::Options) -> Vec<FileTags> {
    let Some((_, root)) = wanted.first() else {
        return Vec::new();
    };
    let found = &root.found;
    let text = match disk::read(found.root()) {
        Ok(text) => text,
        Err(error) => {
            let failed = wanted.iter().map(|(_, root)| FileTags {
                messages: format!("{}: {error}\n", root.names.join(", ")).into_bytes(),
                ..FileTags::default()
            });
            return failed.collect();
        }
    };
    let input = Input {
        spec: found.spec.clone(),
        release: asked.release.unwrap_or(found.release()),
        ..Input::default()
    };
    let read = front_end::run(&input, &text, &In(&found.working_dir));
    let made = wanted.iter();
    made.map(|(dir, root)| of_directory(dir, root, &read, asked))
        .collect()
}

/// The tags of a unit for the tags file of the directory `dir`.
fn of_directory(dir: &Path, root: &Root, read: &FrontEnd, asked: &super::Options) -> FileTags {
    let found = &root.found;
    let dir = std::env::current_dir().unwrap_or_default().join(dir);
    let dir = path::normalize(&dir.to_string_lossy());
    let absolute = |it: &str| path::join(&found.working_dir, it);
    let name = |it: &str| {
        if root.is_told {
            path::shown(it).into_owned()
        } else {
            within(&absolute(it), &dir)
        }
    };
    let wanted = wanted(&read.unit.sources, &root.parts, &absolute);
    let mut tags = Tags {
        read,
        wanted: &wanted,
        name: &name,
        out: Vec::new(),
    };
    tags.named(asked.format);
    if asked.format == Format::Extended {
        tags.others();
    }
    let tags = tags.out;
    let is_wanted = |it: &Report| it.place.is_none_or(|(source, _)| wanted[source]);
    let reports = advise(found, &read.unit, &read.reports, &name, &is_wanted);
    FileTags {
        tags,
        messages: read.messages_named(&reports, MAX_MESSAGES, &name),
    }
}

/// For each source, whether it is one of the files `parts` or is included by one of them; true for all sources if
/// `parts` is empty.
fn wanted(sources: &Sources, parts: &[String], absolute: &dyn Fn(&str) -> String) -> Vec<bool> {
    let mut wanted: Vec<bool> = Vec::new();
    for source in &sources.files {
        // An including file comes before its includes, so its entry is known.
        let includer = source.included_from.and_then(|(it, _)| wanted.get(it));
        let is_part = || parts.contains(&absolute(&source.path));
        wanted.push(parts.is_empty() || includer.is_some_and(|it| *it) || is_part());
    }
    wanted
}

/// A path relative to `dir` if the path lies in `dir`, else the path itself.
fn within(path: &str, dir: &str) -> String {
    path::within(path, dir).unwrap_or(path).to_owned()
}

struct Tags<'r> {
    read: &'r FrontEnd,
    /// For each source, whether its tags are requested.
    wanted: &'r [bool],
    /// Maps a file's path to its name in the tags file.
    name: &'r dyn Fn(&str) -> String,
    out: Vec<Tag>,
}

impl Tags<'_> {
    /// Adds the classes and records.
    fn named(&mut self, format: Format) {
        let records = &self.read.records;
        let inherits = |names: Vec<String>| match (format, names.is_empty()) {
            (Format::Extended, false) => vec![("inherits", names.join(","))],
            _ => Vec::new(),
        };
        for (name, loc) in records.class_statements() {
            let class = records.class_of(name);
            let supers = class.map(|it| it.direct_superclasses()).unwrap_or_default();
            let supers = supers.iter().rev().map(|it| it.name().to_owned());
            self.push(
                name.as_str(),
                loc,
                TagKind::Class,
                inherits(supers.collect()),
            );
        }
        for def in records.defs() {
            let Some(loc) = def.record().locs.first() else {
                continue;
            };
            let supers = def.direct_superclasses();
            let supers = supers.iter().rev().map(|it| it.name().to_owned());
            self.push(
                def.name(),
                *loc,
                TagKind::Record,
                inherits(supers.collect()),
            );
        }
    }

    /// Adds the other named statements, and the fields of classes.
    fn others(&mut self) {
        let unit = self.read.unit.clone();
        for item in unit.order() {
            let at = |span: SpanId| Loc { item: *item, span };
            match &unit.stmt(*item).kind {
                StmtKind::Class(class) => {
                    for part in &class.body.items {
                        if let BodyItem::Field(field) = part {
                            let of = vec![("class", class.name.as_str().to_owned())];
                            self.push(field.name.as_str(), at(field.name_at), TagKind::Field, of);
                        }
                    }
                }
                StmtKind::Multiclass(it) => {
                    self.push(
                        it.name.as_str(),
                        at(it.name_at),
                        TagKind::Multiclass,
                        Vec::new(),
                    );
                }
                StmtKind::Defvar(it) => {
                    self.push(
                        it.name.as_str(),
                        at(it.name_at),
                        TagKind::Variable,
                        Vec::new(),
                    );
                }
                StmtKind::Defset(it) => {
                    self.push(
                        it.name.as_str(),
                        at(it.name_at),
                        TagKind::Variable,
                        Vec::new(),
                    );
                }
                StmtKind::Deftype(it) => {
                    self.push(it.name.as_str(), at(it.name_at), TagKind::Type, Vec::new());
                }
                _ => {}
            }
        }
    }

    fn push(&mut self, name: &str, loc: Loc, kind: TagKind, fields: Vec<(&'static str, String)>) {
        let place = self.read.records.place(loc);
        let sources = &self.read.unit.sources;
        let (file, offset) = sources.point(At::start(loc));
        if !self.wanted[file] {
            return;
        }
        let text = &sources.files[file].text;
        let offset = (offset as usize).min(text.len());
        let start = text[..offset].rfind('\n').map_or(0, |it| it + 1);
        let line = text[start..].lines().next().unwrap_or("");
        let head = match line.get(offset - start..) {
            Some(rest) if rest.starts_with(name) => &line[..offset - start + name.len()],
            _ => line,
        };
        self.out.push(Tag {
            name: name.to_owned(),
            path: (self.name)(place.path),
            line: place.line,
            kind,
            fields,
            offset: start,
            text: head.to_owned(),
        });
    }
}
