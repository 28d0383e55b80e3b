//! How the programs are linked.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| std::env::var(name).as_deref() == Ok(value);
    // At a fixed address, where nothing need be relocated: that made a third of the page faults of a start.
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo:rustc-link-arg-bins=-no-pie");
        // With what unwinds the stack in the program itself: as a library of its own it is found, mapped and looked
        // through at every start, a twentieth of the time of a small input.
        println!("cargo:rustc-link-lib=static:-bundle=gcc_eh");
    }
}
