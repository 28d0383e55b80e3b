//! The program `tdtags`, which is the same as `tablegen-analyzer tags`.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: driver::allocator::Allocator = driver::allocator::Allocator;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|it| it.to_string_lossy().into_owned())
        .collect();
    server::tags::main("tdtags", &args)
}
