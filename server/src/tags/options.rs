//! The options and arguments of the command line.

use syntax::Release;

use crate::commands::{TAGS_OPTIONS, options_text};
use driver::arguments::{Argument, Arguments};

/// The format of a tags file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Format {
    /// The original format of ctags(1).
    #[default]
    Original,
    /// The extended format: like the original one, with the kind of each tag and additional fields.
    Extended,
    /// The format of Emacs' `etags`.
    Etags,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Options {
    /// Whether the tags that the file already has are kept.
    pub append: bool,
    /// The tags file; `-` is standard output.
    pub file: String,
    pub include_dirs: Vec<String>,
    /// Whether `args` is a recipe with its arguments.
    pub is_recipe: bool,
    pub quiet: bool,
    pub verbose: bool,
    pub format: Format,
    /// The release to follow; `None` means the release for which the files are written.
    pub release: Option<Release>,
    /// The files, or the name of a recipe and its arguments.
    pub args: Vec<String>,
}

/// The action that the command line requests.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Asked {
    Tags(Options),
    Help,
}

/// Parses the arguments. Option letters can be combined, and a value can follow its letter directly.
pub(super) fn parse(args: &[String]) -> Result<Asked, String> {
    let mut options = Options {
        append: false,
        file: String::new(),
        include_dirs: Vec::new(),
        is_recipe: false,
        quiet: false,
        verbose: false,
        format: Format::Original,
        release: None,
        args: Vec::new(),
    };
    let mut args = Arguments::new(args);
    while let Some(arg) = args.next() {
        match arg? {
            Argument::Long("extended") => options.format = Format::Extended,
            Argument::Long("etags") => options.format = Format::Etags,
            Argument::Long("compat") => {
                options.release = Some(args.release()?);
            }
            Argument::Long("help") | Argument::Letter('h' | 'H') => return Ok(Asked::Help),
            Argument::Long(_) => return Err(args.unknown()),
            Argument::Letter('a') => options.append = true,
            Argument::Letter('q') => options.quiet = true,
            Argument::Letter('v') => options.verbose = true,
            Argument::Letter('x') => options.is_recipe = true,
            Argument::Letter(letter @ ('f' | 'I')) => {
                let value = args.value().map(str::to_owned);
                let missing = || format!("option requires an argument -- {letter}");
                let value = value.ok_or_else(missing)?;
                match letter {
                    'f' => options.file = value,
                    _ => options.include_dirs.push(value),
                }
            }
            Argument::Letter(letter) => return Err(format!("unknown option -- {letter}")),
            // The remaining arguments belong to the recipe or are files, even if they look like options.
            Argument::Plain(first) => {
                options.args.push(first.clone());
                options.args.extend(args.into_rest().cloned());
                break;
            }
        }
    }
    if options.file.is_empty() {
        options.file = match options.format {
            Format::Etags => "TAGS".to_owned(),
            _ => "tags".to_owned(),
        };
    }
    Ok(Asked::Tags(options))
}

/// The short help text: the options.
pub(super) fn usage(program: &str) -> String {
    format!(
        "\
Usage: {program} [OPTION...] FILE...
   or: {program} [OPTION...] -x RECIPE [ARGUMENT...]

{}{RECIPES}",
        options_text(TAGS_OPTIONS)
    )
}

/// The help text about recipes.
pub(super) const RECIPES: &str = "
Recipes:
  all                 a tags file in each directory of the LLVM tree with .td files
  here                one for the .td files of the current directory
  recurse             one in each directory with .td files, from the current one on
  target [TARGET...]  one for each of these code generation targets, or for all
";

/// The whole help text.
pub(super) fn help(program: &str) -> String {
    format!(
        "{}
A file that another one of its directory includes is read as a part of that. Without -I files are
read as 'tablegen-analyzer check' reads them: with the include directories and macros, and by the
rules of the release, that 'tablegen-analyzer units' shows. A recipe does so with -I, too. Errors in
a file do not keep the rest of it from having tags.

To have tags of other languages in the same file, write those of TableGen first and let ctags
append its own.
",
        usage(program)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(args: &[&str]) -> Result<Asked, String> {
        parse(&args.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>())
    }

    fn options(args: &[&str]) -> Options {
        match parsed(args) {
            Ok(Asked::Tags(options)) => options,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn letters_and_values() {
        let it = options(&["-aqv", "-f", "out", "-Iinc", "-I", "more", "a.td", "-b"]);
        assert!(it.append && it.quiet && it.verbose && !it.is_recipe);
        assert_eq!((&*it.file, it.format), ("out", Format::Original));
        assert_eq!(it.include_dirs, ["inc", "more"]);
        assert_eq!(it.args, ["a.td", "-b"]);
        let it = options(&["-xf-", "--etags", "target", "X86"]);
        assert!(it.is_recipe);
        assert_eq!(
            (&*it.file, it.args),
            ("-", vec!["target".to_owned(), "X86".to_owned()])
        );
        assert_eq!(options(&["--etags", "a.td"]).file, "TAGS");
        assert_eq!(options(&["--", "-a"]).args, ["-a"]);
    }

    #[test]
    fn what_makes_no_sense() {
        assert_eq!(parsed(&["-z"]), Err("unknown option -- z".to_owned()));
        assert_eq!(
            parsed(&["-f"]),
            Err("option requires an argument -- f".to_owned())
        );
        assert_eq!(parsed(&["-aH", "-z"]), Ok(Asked::Help));
    }
}
