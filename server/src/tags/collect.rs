//! The tags of a file and of what it includes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use elaborate::diagnostic::At;
use elaborate::hir::{BodyItem, SpanId, StmtKind};
use elaborate::ids::Loc;
use elaborate::unit::{Files, UnitSpec};

use super::options::Format;
use super::recipes::Job;
use crate::disk;
use crate::front_end::{self, FrontEnd, Input};

/// What a tag names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Kind {
    Class,
    Record,
    Multiclass,
    Field,
    Variable,
    Type,
}

impl Kind {
    pub(super) fn letter(self) -> char {
        match self {
            Kind::Class => 'c',
            Kind::Record => 'r',
            Kind::Multiclass => 'm',
            Kind::Field => 'f',
            Kind::Variable => 'v',
            Kind::Type => 't',
        }
    }
}

/// A name and where it is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Tag {
    pub name: String,
    pub path: String,
    /// From one.
    pub line: u32,
    pub kind: Kind,
    /// What follows in the extended format.
    pub fields: Vec<(&'static str, String)>,
    /// Where its line starts, in bytes.
    pub offset: usize,
    /// The line up to the name, or all of it.
    pub text: String,
}

/// What reading a file gave.
#[derive(Default)]
pub(super) struct Made {
    pub tags: Vec<Tag>,
    /// What is wrong with it.
    pub messages: Vec<u8>,
}

/// Bytes of messages about one file after which no more are begun.
const MAX_MESSAGES: usize = 1 << 16;

/// Reads a file of a job.
pub(super) fn make(job: &Job, file: &str, asked: &super::Options) -> Made {
    let files = InDir(&job.dir);
    let root = match disk::read(job.dir.join(file)) {
        Ok(root) => root,
        Err(error) => {
            return Made {
                messages: format!("{file}: {error}\n").into_bytes(),
                ..Made::default()
            };
        }
    };
    let input = Input {
        spec: UnitSpec {
            root: file.to_owned(),
            include_dirs: job.include_dirs.clone(),
            macros: Vec::new(),
        },
        release: asked.release,
        ..Input::default()
    };
    let read = front_end::run(&input, &root, &files);
    let mut tags = Tags {
        read: &read,
        out: Vec::new(),
    };
    tags.named(asked.format);
    if asked.format == Format::Extended {
        tags.others();
    }
    Made {
        tags: tags.out,
        messages: read.messages(MAX_MESSAGES),
    }
}

/// Files by their names in a directory.
struct InDir<'a>(&'a PathBuf);

impl Files for InDir<'_> {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        disk::source(self.0.join(Path::new(path)))
    }
}

struct Tags<'r> {
    read: &'r FrontEnd,
    out: Vec<Tag>,
}

impl Tags<'_> {
    /// Classes and records.
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
            self.push(name.as_str(), loc, Kind::Class, inherits(supers.collect()));
        }
        for def in records.defs() {
            let Some(loc) = def.record().locs.first() else {
                continue;
            };
            let supers = def.direct_superclasses();
            let supers = supers.iter().rev().map(|it| it.name().to_owned());
            self.push(def.name(), *loc, Kind::Record, inherits(supers.collect()));
        }
    }

    /// What else has a name.
    fn others(&mut self) {
        let unit = self.read.unit.clone();
        for item in unit.order() {
            let at = |span: SpanId| Loc { item: *item, span };
            match &unit.stmt(*item).kind {
                StmtKind::Class(class) => {
                    for part in &class.body.items {
                        if let BodyItem::Field(field) = part {
                            let of = vec![("class", class.name.as_str().to_owned())];
                            self.push(field.name.as_str(), at(field.name_at), Kind::Field, of);
                        }
                    }
                }
                StmtKind::Multiclass(it) => {
                    self.push(
                        it.name.as_str(),
                        at(it.name_at),
                        Kind::Multiclass,
                        Vec::new(),
                    );
                }
                StmtKind::Defvar(it) => {
                    self.push(it.name.as_str(), at(it.name_at), Kind::Variable, Vec::new());
                }
                StmtKind::Defset(it) => {
                    self.push(it.name.as_str(), at(it.name_at), Kind::Variable, Vec::new());
                }
                StmtKind::Deftype(it) => {
                    self.push(it.name.as_str(), at(it.name_at), Kind::Type, Vec::new());
                }
                _ => {}
            }
        }
    }

    fn push(&mut self, name: &str, loc: Loc, kind: Kind, fields: Vec<(&'static str, String)>) {
        let place = self.read.records.place(loc);
        let sources = &self.read.unit.sources;
        let (file, offset) = sources.point(At::start(loc));
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
            path: place.path.to_owned(),
            line: place.line,
            kind,
            fields,
            offset: start,
            text: head.to_owned(),
        });
    }
}
