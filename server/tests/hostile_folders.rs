//! Folders with links that others left there: no program writes through one, or deletes what one leads to.
#![cfg(unix)]

use std::fs::read_to_string;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

use tests::{TempDir, binary};

/// Runs a script in a folder, with the program as `$0`. Returns its exit code and what it printed.
fn run(folder: &Path, script: &str) -> (i32, String) {
    let done = Command::new("sh")
        .args(["-c", script])
        .arg(binary("tablegen-analyzer"))
        .env("TMPDIR", folder)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("it runs");
    let said = [done.stdout, done.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    (done.status.code().unwrap_or(-1), said)
}

/// A folder with a source, and a file that a link leads to.
fn folder(name: &str) -> TempDir {
    let dir = TempDir::new(&format!("links-{name}"));
    dir.write("p/Root.td", "def A;\n");
    dir.write("victim/kept", "as before");
    dir
}

#[test]
fn demo_uses_a_folder_of_its_own() {
    for planted in ["ln -s victim", "cp -r victim", "ln -s missing"] {
        let dir = folder("demo");
        let script = format!("{planted} tablegen-demo-$$-0; exec \"$0\" demo");
        let (code, said) = run(dir.path(), &script);
        assert_eq!(code, 0, "{said}");
        let mut left: Vec<String> = std::fs::read_dir(dir.path())
            .expect("a folder")
            .map(|it| {
                it.expect("a name")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        left.sort();
        assert!(left[1].starts_with("tablegen-demo-"), "{left:?}");
        assert_eq!([&left[0], &left[2]], ["p", "victim"]);
        let kept = dir.path().join("victim");
        assert_eq!(std::fs::read_dir(&kept).expect("a folder").count(), 1);
        assert_eq!(
            read_to_string(kept.join("kept")).expect("a file"),
            "as before"
        );
    }
}

#[test]
fn batch_writes_through_no_link_in_its_folder() {
    let rows = "id\ttool\tbackend\targs\tinclude_dirs\troot\nsub/a\tllvm-tblgen\t-print-records\t\t\tp/Root.td\n";
    // What is a link, where it leads, what is said of it, and whether the table is made.
    let check = |name: &str, target: &str, said: Option<&str>| {
        let dir = folder("batch");
        dir.write("rows", rows);
        dir.write("victim/a", "as before");
        let link = dir.path().join(name);
        std::fs::create_dir_all(link.parent().expect("a folder")).expect("a folder");
        symlink(dir.path().join(target), link).expect("a link");
        let (code, printed) = run(dir.path(), "exec \"$0\" batch rows --out out");
        assert_eq!(code, i32::from(said.is_some()), "{printed}");
        assert!(printed.contains(said.unwrap_or("")), "{printed}");
        let victim = read_to_string(dir.path().join("victim/a")).expect("a file");
        assert_eq!(victim, "as before");
        assert!(!dir.path().join("victim/new").exists());
    };
    check(
        "out/sub",
        "victim",
        Some("cannot make 'out/sub/a': 'out/sub' is a link"),
    );
    check(
        "out/sub/a",
        "victim/a",
        Some("cannot make 'out/sub/a': 'out/sub/a' is a link"),
    );
    check(
        "out/sub/a",
        "victim/new",
        Some("cannot make 'out/sub/a': 'out/sub/a' is a link"),
    );
    // The folder itself is the user's word.
    check("out", "p", None);
}

#[test]
fn tags_are_written_through_no_link() {
    for (recipe, name) in [
        ("Root.td", "tags"),
        ("-x here", "tags"),
        ("--etags Root.td", "TAGS"),
        ("-f own Root.td", "own"),
    ] {
        let dir = folder("tags");
        symlink("../victim/kept", dir.path().join("p").join(name)).expect("a link");
        let script = format!("cd p; exec \"$0\" tags {recipe}");
        let (code, said) = run(dir.path(), &script);
        assert_eq!(code, 1, "{said}");
        assert!(said.contains(&format!("{name}': it is a link")), "{said}");
        let kept = read_to_string(dir.path().join("victim/kept")).expect("a file");
        assert_eq!(kept, "as before");
    }
}
