//! Commands of the user that run in place of a backend. Only the user's command line may contain such a command, never
//! the files of a workspace.

use std::process::Command;
use std::time::Duration;

use backends::{Context, Fatal, Options, Output};
use elaborate::unit::UnitSpec;
use syntax::text::encode;

use crate::command::{self, Finished, Stop};
use crate::{programs, signals, terminal};

/// The time limit of a command.
const PATIENCE: Duration = Duration::from_secs(30 * 60);

/// A command that writes a table of a unit.
pub struct External {
    words: Vec<String>,
    unit: UnitSpec,
}

/// The placeholder for the unit's command line.
const UNIT: &str = "{}";

impl External {
    /// Splits a command into words as a shell would. An error if the command is empty, has an unclosed quote or needs a
    /// shell.
    pub fn new(command: &str, unit: UnitSpec) -> Result<External, String> {
        let words = project::words(command);
        let words = words.map_err(|error| format!("'{command}' {error}"))?;
        Ok(External { words, unit })
    }

    /// Whether the command reads the unit itself. Otherwise it gets the records as JSON on standard input.
    pub fn reads_unit(&self) -> bool {
        self.words.iter().any(|it| it == UNIT)
    }

    /// The command line, with the unit's command line in place of [`UNIT`]. The options of backends come last, as in
    /// the previews of the language server.
    fn arguments(&self, options: &Options) -> Vec<String> {
        let mut arguments = Vec::new();
        for word in &self.words {
            if word != UNIT {
                arguments.push(word.clone());
                continue;
            }
            let folders = self.unit.include_dirs.iter();
            arguments.extend(folders.flat_map(|it| ["-I".to_owned(), it.clone()]));
            let macros = self.unit.macros.iter();
            arguments.extend(macros.flat_map(|it| ["-D".to_owned(), it.clone()]));
            arguments.push(self.unit.root.clone());
        }
        let options = options.given();
        arguments.extend(options.map(|(name, value)| format!("-{name}={value}")));
        arguments
    }

    fn call(&self, options: &Options, input: String) -> std::io::Result<Finished> {
        let arguments = self.arguments(options);
        let mut command = Command::new(programs::named(&arguments[0])?);
        command.args(&arguments[1..]);
        let stop = Stop::default();
        // The command is stopped when a signal ends this process. If signals are watched already, this call fails, and
        // stopping the command is left to the existing watcher.
        let _ = signals::watch({
            let stop = stop.clone();
            move || stop.stop()
        });
        command::finish(&mut command, input, &stop, PATIENCE)
    }
}

impl External {
    /// Runs the command on the records or the unit and copies its output.
    pub fn run(&self, cx: &Context, out: &mut Output) -> Result<(), Fatal> {
        let records = cx.records;
        let mut json = Output::new();
        if !self.reads_unit()
            && let Some(dump) = backends::find(None, "dump-json")
        {
            (dump.run)(cx, &mut json)?;
        }
        let name = &self.words[0];
        let finished = self
            .call(cx.options, json.text)
            .map_err(|error| records.fatal(format!("cannot run '{name}': {error}")))?;
        terminal::eprint(&encode(&finished.printed));
        if !finished.status.success() {
            return Err(records.fatal(format!("'{name}' failed: {}", finished.status)));
        }
        out.push(&finished.text);
        Ok(())
    }
}
