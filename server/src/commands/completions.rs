//! The scripts with which shells complete command lines.

mod bash;
mod fish;
mod zsh;

use std::process::ExitCode;

use driver::{tblgen, terminal};

/// Runs the command `completions`, which prints the script for a shell.
pub(crate) fn main(args: &[String]) -> ExitCode {
    match args {
        [shell] if shell == "bash" => terminal::print(bash::script()),
        [shell] if shell == "fish" => terminal::print(fish::script()),
        [shell] if shell == "zsh" => terminal::print(zsh::script()),
        _ => terminal::usage_error("completions: the shell is bash, fish or zsh"),
    }
}

/// The options of `tblgen`, each with its name and what it does.
fn tblgen_options() -> Vec<(String, &'static str)> {
    let sections = tblgen::help_sections();
    let entries = sections.into_iter().flat_map(|it| it.entries);
    let mut options: Vec<(String, &str)> = entries
        .map(|(usage, about)| {
            let end = usage.find(['=', ' ']).unwrap_or(usage.len());
            (usage[..end].to_owned(), about)
        })
        .collect();
    options.sort();
    // Two programs may have a backend of the same name.
    options.dedup_by(|a, b| a.0 == b.0);
    options
}
