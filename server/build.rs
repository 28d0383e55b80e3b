//! How the programs are linked.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // At a fixed address, where nothing need be relocated: that is a third of what it costs to start a process.
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!("cargo:rustc-link-arg-bins=-no-pie");
    }
}
