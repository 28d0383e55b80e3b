//! Further files that a run writes beside its output.

use std::path::Path;

use super::{Map, Output};
use crate::Fatal;

/// An additional file beside the output.
#[derive(Debug)]
pub struct File {
    /// The part of the file name after the output's stem, with the extension: `Enums.inc`.
    pub suffix: String,
    /// The whole text.
    pub text: String,
    map: Option<Map>,
}

impl Output<'_> {
    /// Sets the path of the output, from which the names of additional files are derived.
    pub fn with_path(mut self, path: &str) -> Self {
        let stem = Path::new(path).file_stem();
        self.stem = stem.map_or_else(|| "-".to_owned(), |it| it.to_string_lossy().into_owned());
        self
    }

    /// The output's file name without folder and extension: `XGenRegisterInfo` of `lib/XGenRegisterInfo.inc`; `-` for
    /// standard output.
    pub fn stem(&self) -> &str {
        &self.stem
    }

    /// Writes an additional file, whose name is the output's stem followed by `suffix`, such as `Enums.inc`. If
    /// the output goes to standard output, [`Self::join_files`] appends the text of the file to the output instead.
    pub fn file(
        &mut self,
        suffix: &str,
        write: impl FnOnce(&mut Output) -> Result<(), Fatal>,
    ) -> Result<(), Fatal> {
        let mut part = self.part();
        write(&mut part)?;
        let map = part.take_map();
        self.files.push(File {
            suffix: suffix.to_owned(),
            text: part.text,
            map,
        });
        Ok(())
    }

    /// Removes and returns the additional files, in the order of their suffixes.
    pub fn take_files(&mut self) -> Vec<File> {
        let mut files = std::mem::take(&mut self.files);
        files.sort_by(|a, b| a.suffix.cmp(&b.suffix));
        files
    }

    /// Appends the texts of the additional files to the output, as the reference prints them on standard output.
    pub fn join_files(&mut self) {
        for file in self.take_files() {
            let part = Output {
                text: file.text,
                map: file.map,
                ..Output::new()
            };
            self.append(part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(out: &mut Output) -> Result<(), Fatal> {
        let stem = out.stem().to_owned();
        writeln!(out, "#include \"{stem}B.inc\"");
        out.file("B.inc", |out| {
            out.push("second\n");
            Ok(())
        })?;
        out.file("A.inc", |out| {
            out.push("first\n");
            Ok(())
        })
    }

    #[test]
    fn files_are_named_after_the_output() {
        let mut out = Output::new().with_path("lib/X.gen.inc");
        write(&mut out).expect("no error");
        assert_eq!(out.text, "#include \"X.genB.inc\"\n");
        let files = out.take_files();
        let files: Vec<_> = files.iter().map(|it| (&*it.suffix, &*it.text)).collect();
        assert_eq!(files, [("A.inc", "first\n"), ("B.inc", "second\n")]);
    }

    #[test]
    fn without_a_file_one_follows_the_other() {
        let mut out = Output::new().with_path("-");
        write(&mut out).expect("no error");
        out.join_files();
        assert_eq!(out.text, "#include \"-B.inc\"\nfirst\nsecond\n");
    }
}
