//! Sets how the programs are linked. By default, these settings affect only how the unwinder is linked. With the
//! feature `static`, the programs have a fixed address and need no dynamic linker.
//!
//! A build starts the driver once for each table. The driver runs for a few milliseconds for a small table, and the
//! dynamic linker takes a seventh of that time. So on Linux the unwinder is linked into the program if there is a
//! `libgcc_eh.a`. With the feature `static`, nothing is relocated, and the C library is also linked into the program if
//! there is a `libc.a`.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| std::env::var(name).as_deref() == Ok(value);
    let is_asked = std::env::var_os("CARGO_FEATURE_STATIC").is_some();
    if !is("CARGO_CFG_TARGET_OS", "linux") || !is("CARGO_CFG_TARGET_ENV", "gnu") {
        return;
    }
    let host = std::env::var("HOST").unwrap_or_default();
    let is_native = is("TARGET", &host);
    if is_asked || is_native && has_archive("libgcc_eh.a") {
        println!("cargo:rustc-link-lib=static:-bundle=gcc_eh");
    }
    if !is_asked {
        return;
    }
    println!("cargo:rustc-link-arg-bins=-no-pie");
    if is_native && has_archive("libc.a") {
        link_statically();
    }
    if is("TARGET", "x86_64-unknown-linux-gnu") && is("HOST", "x86_64-unknown-linux-gnu") {
        write_in_one_go();
    }
}

/// Whether the C compiler used for linking finds this archive. A compiler that does not find it prints the bare name.
fn has_archive(name: &str) -> bool {
    let option = format!("-print-file-name={name}");
    let asked = Command::new("cc").arg(option).output();
    asked.is_ok_and(|found| found.stdout.starts_with(b"/"))
}

/// rustc links the C library dynamically unless the target feature `crt-static` is enabled, and procedural macros
/// cannot be built with that feature. So linker scripts with the names of the shared libraries redirect to the
/// archives.
fn link_statically() {
    let dir = std::env::var("OUT_DIR").unwrap_or_default();
    let archives = [
        ("libc.so", "GROUP(-l:libc.a -l:libgcc_eh.a -l:libgcc.a)\n"),
        ("libm.so", "INPUT(-l:libm.a)\n"),
        ("libgcc_s.so", "INPUT(-l:libgcc_eh.a)\n"),
    ];
    for (name, script) in archives {
        let path = Path::new(&dir).join(name);
        std::fs::write(&path, script).unwrap_or_else(|it| panic!("{}: {it}", path.display()));
    }
    println!("cargo:rustc-link-arg-bins=-static");
    println!("cargo:rustc-link-arg-bins=-L{dir}");
}

/// Makes LLD write its output in one go instead of through a memory map. With the map, the output is in the page cache
/// as single pages, which the kernel also maps one by one at each start of the program. For a program that was just
/// built, mapping these pages takes a tenth of the time that the program needs for a small table.
///
/// In LLD 22, the option `--mmap-output-file` has the opposite of its usual meaning. In other versions of LLD, this
/// option is the default. Other linkers do not support the option.
fn write_in_one_go() {
    if default_linker().is_some_and(|version| version.starts_with("LLD 22.")) {
        println!("cargo:rustc-link-arg-bins=-Wl,--mmap-output-file");
    }
}

/// The version text of the linker that comes with the compiler; `None` if another linker is configured or the version
/// cannot be read.
fn default_linker() -> Option<String> {
    let flags = std::env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    if flags.contains("link") || std::env::var_os("RUSTC_LINKER").is_some() {
        return None;
    }
    let rustc = std::env::var_os("RUSTC")?;
    let sysroot = output(Command::new(rustc).args(["--print", "sysroot"]))?;
    let linker = "lib/rustlib/x86_64-unknown-linux-gnu/bin/gcc-ld/ld.lld";
    output(Command::new(Path::new(sysroot.trim_end()).join(linker)).arg("--version"))
}

fn output(command: &mut Command) -> Option<String> {
    let output = command.output().ok()?;
    output.status.success().then_some(())?;
    String::from_utf8(output.stdout).ok()
}
