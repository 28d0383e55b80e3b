//! `tdtags` is `tablegen-analyzer tags`.

use std::process::ExitCode;

fn main() -> ExitCode {
    server::cli::not_built_yet("tags")
}
