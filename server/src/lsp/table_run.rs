//! The run of a backend that yields a table.

use backends::{Backend, split_option};
use project::BackendRun;

use super::settings::{External, ExternalInput, Settings};

/// The run that yields a table: a backend with options, or the external command that replaces it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TableRun {
    pub backend: String,
    /// The options, each in the form `-NAME=VALUE`.
    pub options: Vec<String>,
    pub external: Option<External>,
}

impl TableRun {
    /// The run of a built-in backend. `words` contains the backend and its options as on a command line.
    pub(super) fn of_words(words: &str) -> TableRun {
        let mut words = words.split(' ');
        let backend = words.next().unwrap_or_default().trim_start_matches('-');
        TableRun {
            backend: backend.to_owned(),
            options: words.map(str::to_owned).collect(),
            external: None,
        }
    }

    /// The built-in backend. `None` if no backend has the name.
    pub(super) fn built_in(&self) -> Option<&'static Backend> {
        let options: Vec<_> = self.options.iter().map(|it| split_option(it).0).collect();
        backends::find_with(&self.backend, &options)
    }

    /// The backend and its options as on a command line.
    pub(super) fn words(&self) -> String {
        let mut words = format!("-{}", self.backend);
        for option in &self.options {
            words.push(' ');
            words.push_str(option);
        }
        words
    }
}

/// The external command that replaces a backend: the user's command or, for a backend that is not built in, the tool
/// that the build runs, if the user has set the tool's path. `None` if there is neither.
pub(super) fn command(settings: &Settings, backend: &str, runs: &[BackendRun]) -> Option<External> {
    let own = settings.external().iter().find(|it| it.name == backend);
    if own.is_some() || backends::find(None, backend).is_some() {
        return own.cloned();
    }
    let is_it = |it: &&BackendRun| it.backend.as_deref() == Some(backend);
    let run = runs.iter().find(is_it)?;
    let tool = settings.tool(&run.tool)?;
    let mut command = vec![tool.to_owned(), format!("-{backend}")];
    command.extend(run.args.iter().filter(|it| only_shapes(it)).cloned());
    Some(External {
        name: backend.to_owned(),
        command,
        input: ExternalInput::CommandLine,
        language: language(backend).to_owned(),
    })
}

/// Whether an argument of a build's command line affects only the text of the table, and neither the output file nor
/// the files that are read or loaded. This matters because the workspace controls the command line.
fn only_shapes(argument: &str) -> bool {
    const OTHERS: [&str; 6] = ["I", "d", "load", "o", "write-if-changed", "time-phases"];
    let name = argument.trim_start_matches('-');
    let name = name.split('=').next().unwrap_or(name);
    let is_option = argument.starts_with('-') && !name.is_empty();
    is_option && !OTHERS.contains(&name) && !name.starts_with('I')
}

/// The language of a backend's output, judged by the backend's name.
pub(super) fn language(backend: &str) -> &'static str {
    let parts: Vec<&str> = backend.split('-').collect();
    if parts.contains(&"json") {
        "json"
    } else if parts.iter().any(|it| matches!(*it, "docs" | "doc" | "rst")) {
        "rst"
    } else if parts[0] == "gen" && !parts.contains(&"ctags") {
        "cpp"
    } else {
        "text"
    }
}
