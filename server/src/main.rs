//! The program `tablegen-analyzer`. See [`server::cli`].

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: driver::allocator::Allocator = driver::allocator::Allocator;

fn main() -> ExitCode {
    server::cli::main()
}
