//! Files that cannot be parsed separately. The reference includes a file between any two tokens, so an included file
//! may close a brace of the including file. The texts of such files are spliced and parsed as one.

use std::sync::Arc;

use syntax::{Include, Macros};

use super::boundaries::Boundaries;
use super::cache::{Parsed, Recorder};
use super::{Loaded, Loader};
use crate::sources::{Segment, Source, Spliced};

/// The limit, in bytes, on the total size of spliced texts. Without it, nested files that need splicing would be parsed
/// again for each enclosing file.
const MAX_PASTED: usize = 1 << 26;
/// The cost of splicing a file in addition to the length of its text.
const FILE: usize = 1 << 12;

impl Loader<'_> {
    /// Whether the limit allows another text to be spliced.
    pub(super) fn may_paste(&self) -> bool {
        self.pasted < MAX_PASTED
    }

    /// Reads a file and splices the texts of all its includes into it. The includes must not have been read before.
    pub(super) fn splice(&mut self, index: usize, mut source: Source) -> Loaded {
        let mut paster = Paster { loader: self };
        let mut recorder = Recorder::new(&mut paster);
        let mut spliced = syntax::Spliced::new(&source.text, &mut recorder);
        let asked = recorder.into_asked();
        for (number, (includer, end)) in (1..).zip(&spliced.includers) {
            if let Some(Some(included)) = self.loaded.get_mut(index + number) {
                included.source.included_from = Some((index + includer, *end));
            }
        }
        let text: Arc<str> = spliced.text.as_str().into();
        self.pasted += text.len() + FILE * spliced.includers.len();
        let parsed = match &mut self.cache {
            None => Arc::new(Parsed::once(&spliced.parse())),
            Some(cache) => cache.spliced(&source.path, &text, asked, || spliced.parse().to_parse()),
        };
        let segments = spliced.segments.iter().map(|it| Segment {
            start: it.start,
            origin: (index + it.file, it.offset),
        });
        let segments = segments.collect();
        source.spliced = Some(Spliced { text, segments });
        self.loaded_from(source, &parsed)
    }
}

/// The preprocessor that is used while texts are spliced: it inserts each included text into the including text.
struct Paster<'l, 'a> {
    loader: &'l mut Loader<'a>,
}

impl Macros for Paster<'_, '_> {
    fn is_defined(&self, name: &str) -> bool {
        self.loader.macros.contains(name)
    }

    fn define(&mut self, name: &str) -> bool {
        self.loader.define(name)
    }

    fn include(&mut self, path: Option<&str>) -> Include {
        let Some(name) = path else {
            return Include::Apart;
        };
        match self.loader.enter(name) {
            Ok((path, text)) => {
                self.loader.loaded.push(Some(pasted(path, text.clone())));
                Include::Text(text)
            }
            Err(refused) => Include::Refused(refused.message(name).into()),
        }
    }

    fn leave(&mut self) {
        self.loader.leave_file();
    }
}

/// A source whose text was spliced into another source. Its statements belong to the other source.
fn pasted(path: String, text: Arc<str>) -> Loaded {
    Loaded {
        boundaries: Boundaries::default(),
        source: Source {
            path,
            text,
            lowered: Arc::default(),
            tree: None,
            facts: Arc::default(),
            includes: Vec::new(),
            included_from: None,
            spliced: None,
        },
        syntax_errors: Arc::default(),
        error_extents: Arc::default(),
    }
}
