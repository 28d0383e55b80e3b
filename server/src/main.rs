//! `tablegen-analyzer`: see [`server::cli`].

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: server::allocator::Allocator = server::allocator::Allocator;

fn main() -> ExitCode {
    server::cli::main()
}
