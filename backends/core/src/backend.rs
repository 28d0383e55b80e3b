//! Descriptions of backends.

use elaborate::records::Releases;

use crate::{BackendOption, Context, Fatal, Output, Rec, Records, Release};

/// A backend, which writes text from records. Each backend is a constant in its own file.
#[derive(Clone, Copy, Debug)]
pub struct Backend {
    /// The command-line option that selects the backend, without dashes.
    pub name: &'static str,
    /// The program that contains the backend; `None` if all programs do.
    pub tool: Option<Tool>,
    /// The description in `--help`, one line.
    pub help: &'static str,
    /// The backend's own options.
    pub options: &'static [BackendOption],
    /// The classes whose records the backend needs. Without them, the output is useless.
    pub needs: Needs,
    /// The language of the backend's output.
    pub language: Language,
    /// The releases whose output format the backend can write.
    pub releases: Releases,
    /// Writes the output. Messages go to the context; an error ends the run.
    pub run: Write,
    /// Writes the lines of a single record: exactly those that the source map of `run` assigns to the record, in the
    /// same order. `None` if this takes nearly as long as writing the lines of all records.
    pub part: Option<Part>,
}

/// Writes a whole output.
pub type Write = fn(&Context, &mut Output) -> Result<(), Fatal>;

/// Writes the part of an output that comes from one record.
pub type Part = fn(&Context, Rec, &mut Output) -> Result<(), Fatal>;

impl Backend {
    /// A backend that all tools contain. It accepts any records, writes plain text and has no options.
    pub const fn of_any_tool(name: &'static str, help: &'static str, run: Write) -> Backend {
        Backend {
            name,
            tool: None,
            help,
            options: &[],
            needs: Needs::Nothing,
            language: Language::Text,
            releases: Releases::ALL,
            run,
            part: None,
        }
    }

    /// A backend of `llvm-tblgen` that writes C++ and needs records of all of the classes `needs`.
    pub const fn llvm(
        name: &'static str,
        help: &'static str,
        needs: &'static [&'static str],
        run: Write,
    ) -> Backend {
        Backend::of_tool(Tool::Llvm, name, help, needs, run)
    }

    /// A backend of `clang-tblgen` that writes C++ and needs records of all of the classes `needs`.
    pub const fn clang(
        name: &'static str,
        help: &'static str,
        needs: &'static [&'static str],
        run: Write,
    ) -> Backend {
        Backend::of_tool(Tool::Clang, name, help, needs, run)
    }

    /// A backend of `mlir-tblgen` that writes C++ and needs records of all of the classes `needs`.
    pub const fn mlir(
        name: &'static str,
        help: &'static str,
        needs: &'static [&'static str],
        run: Write,
    ) -> Backend {
        Backend::of_tool(Tool::Mlir, name, help, needs, run)
    }

    const fn of_tool(
        tool: Tool,
        name: &'static str,
        help: &'static str,
        needs: &'static [&'static str],
        run: Write,
    ) -> Backend {
        Backend {
            tool: Some(tool),
            needs: Needs::All(needs),
            language: Language::Cpp,
            ..Backend::of_any_tool(name, help, run)
        }
    }

    /// The same backend with options.
    pub const fn options(self, options: &'static [BackendOption]) -> Backend {
        Backend { options, ..self }
    }

    /// The same backend with output in another language.
    pub const fn language(self, language: Language) -> Backend {
        Backend { language, ..self }
    }

    /// The same backend, marked as unable to write the output format of releases after `newest`.
    pub const fn until(self, newest: Release) -> Backend {
        let releases = Releases::until(newest);
        Backend { releases, ..self }
    }

    /// A note that the backend does not know the output format of `release`. The note may also explain errors. `None`
    /// if the backend knows the format.
    pub fn caveat(&self, release: Release) -> Option<String> {
        let newest = Release::ALL
            .into_iter()
            .rfind(|it| self.releases.contains(*it))?;
        let name = self.name;
        (!self.releases.contains(release)).then(|| {
            format!(
                "these are sources of LLVM {release}, and -{name} writes tables in the form of \
                 LLVM {newest}: what LLVM {release} writes instead is not known yet"
            )
        })
    }

    /// The option with this name; `None` if the backend has no such option.
    pub fn option(&self, name: &str) -> Option<&'static BackendOption> {
        self.options.iter().find(|it| it.name == name)
    }
}

/// A program of LLVM that this program replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// `llvm-tblgen`, and the smaller `llvm-min-tblgen`.
    Llvm,
    /// `clang-tblgen`
    Clang,
    /// `mlir-tblgen`
    Mlir,
}

impl Tool {
    /// The tool with the short name `name`: `llvm`, `clang` or `mlir`. `None` for any other name.
    pub fn named(name: &str) -> Option<Tool> {
        match name {
            "llvm" => Some(Tool::Llvm),
            "clang" => Some(Tool::Clang),
            "mlir" => Some(Tool::Mlir),
            _ => None,
        }
    }

    /// The name of the program.
    pub fn program(self) -> &'static str {
        match self {
            Tool::Llvm => "llvm-tblgen",
            Tool::Clang => "clang-tblgen",
            Tool::Mlir => "mlir-tblgen",
        }
    }

    /// The tool whose executable is named `program`. A prefix (as in cross builds), a version after the name and the
    /// suffix `.exe` are ignored. `None` if no tool has such an executable.
    pub fn of_program(program: &str) -> Option<Tool> {
        let name = program.strip_suffix(".exe").unwrap_or(program);
        let name = name.trim_end_matches(|it: char| it.is_ascii_digit() || it == '.');
        let name = name.strip_suffix('-').unwrap_or(name);
        let known = [
            ("llvm-tblgen", Tool::Llvm),
            ("llvm-min-tblgen", Tool::Llvm),
            ("clang-tblgen", Tool::Clang),
            ("mlir-tblgen", Tool::Mlir),
        ];
        known
            .into_iter()
            .find(|it| name.ends_with(it.0))
            .map(|it| it.1)
    }
}

/// The classes whose records a backend needs. Without them, its output is useless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// No class: the backend is useful for any records.
    Nothing,
    /// At least one record of each class.
    All(&'static [&'static str]),
    /// At least one record of one of the classes.
    AnyOf(&'static [&'static str]),
}

impl Needs {
    /// Whether the records of a unit include the needed records.
    pub fn are_met(self, records: &Records) -> bool {
        let has = |class: &&str| !records.derived_if_defined(class).is_empty();
        match self {
            Needs::Nothing => true,
            Needs::All(classes) => classes.iter().all(has),
            Needs::AnyOf(classes) => classes.iter().any(has),
        }
    }
}

/// The language of a backend's output, as an editor needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C or C++.
    Cpp,
    /// JSON
    Json,
    /// reStructuredText
    Rst,
    /// No particular language.
    Text,
}

impl Language {
    /// The identifier by which editors name the language.
    pub fn id(self) -> &'static str {
        match self {
            Language::Cpp => "cpp",
            Language::Json => "json",
            Language::Rst => "rst",
            Language::Text => "text",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_whose_form_is_not_known() {
        let all = Backend::of_any_tool("gen-x", "", |_, _| Ok(()));
        let older = all.until(Release::V19);
        assert!(Release::ALL.into_iter().all(|it| all.caveat(it).is_none()));
        assert_eq!(older.caveat(Release::V19), None);
        let want = "these are sources of LLVM 22, and -gen-x writes tables in the form of LLVM 19: \
                    what LLVM 22 writes instead is not known yet";
        assert_eq!(older.caveat(Release::V22).as_deref(), Some(want));
    }

    #[test]
    fn programs_with_versions() {
        let check = |program: &str, want| assert_eq!(Tool::of_program(program), want, "{program}");
        check("llvm-tblgen", Some(Tool::Llvm));
        check("llvm-tblgen-19", Some(Tool::Llvm));
        check("clang-tblgen-19.1", Some(Tool::Clang));
        check("my-llvm-tblgen", Some(Tool::Llvm));
        check("llvm-min-tblgen.exe", Some(Tool::Llvm));
        check("mlir-tblgen-22", Some(Tool::Mlir));
        check("llvm-tblgen-wrapper", None);
        check("tablegen-analyzer", None);
    }
}
