//! Tables as an editor shows them: made within a budget, with the records that each line comes from.

use crate::{Backend, Context, Diagnostic, Fatal, Map, Models, Options, Output, Records, option};

/// The output and the messages of a run of a backend.
#[derive(Debug, Default)]
pub struct Made {
    /// The texts of all files that the run wrote, one after the other; empty if the run failed.
    pub text: String,
    /// The records that the lines of the text come from.
    pub map: Map,
    /// All messages of the run. If an error ended the run, it is the last one.
    pub said: Vec<Diagnostic>,
    /// Whether an error ended the run.
    pub failed: bool,
}

/// Makes a table or a part of a table by calling `write`, within the budget of the records' unit. If the run fails, its
/// text and map are dropped.
pub fn make(
    records: &Records,
    models: &Models,
    options: &Options,
    write: impl FnOnce(&Context, &mut Output) -> Result<(), Fatal>,
) -> Made {
    let mut out = Output::new().with_map();
    let cx = Context::new(records, options, models);
    let result = cx.limited(|| write(&cx, &mut out));
    out.join_files();
    let failed = result.is_err();
    let mut said = cx.into_diagnostics().list;
    said.extend(result.err().map(|it| *it));
    let map = out.take_map().unwrap_or_default();
    let (text, map) = if failed {
        Default::default()
    } else {
        (out.text, map)
    };
    Made {
        text,
        map,
        said,
        failed,
    }
}

/// Parses the options of a run, each in the form `-NAME=VALUE` or `-NAME`. An error is a message for the user.
pub fn read_options(backend: &Backend, given: &[String]) -> Result<Options, String> {
    let mut options = Options::default();
    for word in given {
        let (name, value) = split_option(word);
        let known = option(backend, name);
        let known = known.ok_or_else(|| format!("'{}' has no option '{name}'", backend.name))?;
        let read = options.read(known, value);
        read.map_err(|error| format!("option '{name}': {error}"))?;
    }
    Ok(options)
}

/// The name and the value of an option as on a command line. The value of an option without `=` is `true`.
pub fn split_option(word: &str) -> (&str, &str) {
    let (name, value) = word.split_once('=').unwrap_or((word, "true"));
    (name.trim_start_matches('-'), value)
}
