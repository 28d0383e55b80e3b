//! Reading a unit while another thread elaborates its statements.
//!
//! The other thread needs the statements in the order of the unit, so a file has to be lowered before the files that it
//! includes. Then the macros that these files define are not known yet: each file is parsed as if its includes defined
//! no macros. Afterwards the includes are read, and the questions of the preprocessor are asked again, as for a cached
//! parse. If an answer differs, or if a file has to be spliced, the stream ends, and the rest of the unit is read as
//! usual. The receiver recognizes this, since it does not get all statements of the unit.

use std::sync::Arc;

use super::assemble::assemble;
use super::cache::{Parsed, Recorder};
use super::finder::Finder;
use super::limits::LIMITS;
use super::own_macros::OwnMacros;
use super::{Files, Includer, Loader, Unit, UnitSpec, read_all};
use crate::hir::LoweredFile;

/// The statements of the root or of a file that is included between statements. `None` for a directive that includes
/// no file.
pub(crate) type StreamedFile = Option<Arc<LoweredFile>>;

/// The receiver of the statements.
pub(super) type Stream<'a> = &'a dyn Fn(StreamedFile);

/// Like [`super::load`]. Calls `stream` with the statements of the root and, for each include directive in the order of
/// the unit, with those of the included file.
pub(crate) fn load_streamed(
    spec: &UnitSpec,
    root: &Arc<str>,
    files: &dyn Files,
    stream: &dyn Fn(StreamedFile),
) -> Unit {
    let finder = Finder::new(spec, files);
    let (loaded, included) = read_all(&finder, root, None, LIMITS, Some(stream));
    assemble(loaded, included, None)
}

impl Loader<'_> {
    /// Parses a file, passes its statements to the stream, and reads its includes. `None` if there is no stream, or if
    /// the stream ended because the parse is wrong.
    pub(super) fn parsed_streamed(
        &mut self,
        index: usize,
        text: &str,
    ) -> Option<(Arc<Parsed>, Vec<Option<usize>>)> {
        let stream = self.stream?;
        let mut macros = OwnMacros::new(&self.macros, &|_| ());
        let mut recorder = Recorder::new(&mut macros);
        let tree = syntax::parse_flat(text, &mut recorder);
        let asked = recorder.into_asked();
        let parsed = Parsed::once(&tree);
        // The included files reuse the tree's memory.
        drop(tree);
        stream(Some(parsed.lowered.clone()));
        let start = self.mark();
        let mut includer = Includer::new(self, index);
        if asked.iter().all(|it| it.ask(&mut includer) == *it) {
            return Some((Arc::new(parsed), includer.includes));
        }
        self.stream = None;
        self.back_to(&start);
        None
    }

    /// Tells the stream that an include directive includes no file.
    pub(super) fn stream_no_file(&self) {
        if let Some(stream) = self.stream {
            stream(None);
        }
    }
}
