//! The command line.

use std::path::PathBuf;

/// The profile that builds the module for browsers.
pub(crate) const WEB_PROFILE: &str = "wasm";

pub(crate) const HELP: &str = "\
Usage: cargo run -p xtask -- dist [OPTION]...    packages: an archive, a .vsix, checksums
       cargo run -p xtask -- stage [OPTION]...   the files of the archive, in a folder
       cargo run -p xtask -- web [OPTION]...     the page in a browser, in a folder; of the options below it
                                                 has --profile (default: wasm), --program (the module) and
                                                 --out (default: target/web)
       cargo run -p xtask -- crates [OPTION]...  the crates as they are published, in a copy of the repository; of the
                                                 options below it has --out (default: target/crates) and --verify

  --target TRIPLE       for this target (default: that of the compiler); wasm32-wasip1 is a browser: the
                        page, and the extension of VS Code for the Web
  --profile PROFILE     build the program with this profile (default: dist)
  --program PATH        take this program, and build none
  --docs-from PROGRAM   ask this program of this machine for its manual pages and completions
                        (default: the program itself)
  --out DIR             where the packages go (default: target/dist)
  --verify              build each crate from its package
  --no-vsix             make no extension of VS Code, which needs node
";

/// The task that the command line names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Task {
    Help,
    /// Make packages.
    Dist,
    /// Put the files of an archive into a folder.
    Stage,
    /// Package the crates for the registry.
    Crates,
    /// Put the files of the page in a browser into a folder.
    Web,
}

#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Options {
    pub task: Task,
    /// The target triple; `None` for the default target of the compiler.
    pub target: Option<String>,
    pub profile: String,
    /// The program to package, which for `web` is the module; `None` if it has to be built.
    pub program: Option<PathBuf>,
    /// The program that prints the manual pages and completions, if the packaged program does not run on this machine.
    pub docs_from: Option<PathBuf>,
    pub out: PathBuf,
    pub vsix: bool,
    /// Whether each packaged crate is built.
    pub verify: bool,
}

impl Options {
    /// Parses the arguments. An error is a message for the user.
    pub(crate) fn parse(args: &[String]) -> Result<Options, String> {
        let mut options = Options {
            task: Task::Help,
            target: None,
            profile: "dist".to_owned(),
            program: None,
            docs_from: None,
            out: "target/dist".into(),
            vsix: true,
            verify: false,
        };
        let mut args = args.iter();
        options.task = match args.next().map(String::as_str) {
            Some("dist") => Task::Dist,
            Some("crates") => Task::Crates,
            Some("stage") => Task::Stage,
            Some("web") => Task::Web,
            None | Some("help" | "--help") => return Ok(options),
            Some(other) => return Err(format!("no task '{other}'")),
        };
        if options.task == Task::Web {
            options.profile = WEB_PROFILE.to_owned();
            options.out = "target/web".into();
        }
        if options.task == Task::Crates {
            options.out = "target/crates".into();
        }
        while let Some(name) = args.next() {
            let (name, value) = match name.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (name.as_str(), None),
            };
            let mut value = || {
                let value = value.clone().or_else(|| args.next().cloned());
                value.ok_or_else(|| format!("{name} wants a value"))
            };
            match name {
                "--target" => options.target = Some(value()?),
                "--profile" => options.profile = value()?,
                "--program" => options.program = Some(value()?.into()),
                "--docs-from" => options.docs_from = Some(value()?.into()),
                "--out" => options.out = value()?.into(),
                "--verify" => options.verify = true,
                "--no-vsix" => options.vsix = false,
                _ => return Err(format!("no option '{name}'")),
            }
        }
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Options, String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Options::parse(&words)
    }

    #[test]
    fn options_and_their_values() {
        let options =
            parse("dist --target x86_64-pc-windows-gnu --profile=gate --no-vsix").unwrap();
        assert_eq!(options.task, Task::Dist);
        assert_eq!(options.target.as_deref(), Some("x86_64-pc-windows-gnu"));
        assert_eq!((&*options.profile, options.vsix), ("gate", false));
        assert_eq!(parse("").unwrap().task, Task::Help);
        let page = parse("web --out x").unwrap();
        assert_eq!((page.task, &*page.profile), (Task::Web, "wasm"));
    }

    #[test]
    fn what_makes_no_sense() {
        assert_eq!(parse("frob"), Err("no task 'frob'".to_owned()));
        assert_eq!(parse("dist --frob"), Err("no option '--frob'".to_owned()));
        assert_eq!(parse("dist --out"), Err("--out wants a value".to_owned()));
    }
}
