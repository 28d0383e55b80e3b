//! Folders with files of other users: links that programs would write through, headers that would become a project's.
#![cfg(unix)]

use std::fs::Permissions;
use std::fs::read_to_string;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use tests::{TempDir, binary};

/// Runs a script in a folder, with the program as `$0`. Returns its exit code and its output.
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

/// A folder with a source, and a file that is the target of a link.
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
    // The name of a link, its target, the expected message, and whether the table is made.
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

/// The results of three programs for a project in a world-writable folder, where other users left files.
fn check_planted(name: &str, mode: u32, planted: &[(&str, &str)], has_planted: bool) {
    let dir = TempDir::new(&format!("planted-{name}"));
    let open = dir.path().join("open");
    dir.write("open/p/lib/Root.td", "include \"evil.inc\"\ndef A;\n");
    let list = "set(LLVM_TARGET_DEFINITIONS lib/Root.td)\ntablegen(LLVM A.inc -print-records)\n";
    dir.write("open/p/CMakeLists.txt", list);
    for (file, text) in planted {
        dir.write(&format!("open/{file}"), text);
    }
    std::fs::set_permissions(&open, Permissions::from_mode(mode)).expect("rights");
    for folder in ["/", "", "open", "open/p"] {
        let current = dir.path().join(folder);
        let run = |args: &str| {
            let project = open.join("p").display().to_string();
            let out = dir.path().join("out").display().to_string();
            let _ = std::fs::remove_dir_all(&out);
            let args = args.replace("PROJECT", &project).replace("OUT", &out);
            run(&current, &format!("exec \"$0\" {args}")).1
        };
        let listed = run("units --json PROJECT");
        let units: Value = serde_json::from_str(&listed).expect("JSON");
        let units = units[0]["units"].as_array().cloned().unwrap_or_default();
        let unit = units
            .iter()
            .find(|it| it["files"].to_string().contains("Root.td"));
        let unit = unit.expect("the root's unit");
        let reads = unit["files"].to_string().contains("evil.inc");
        assert_eq!(reads, has_planted, "{name} in {folder}: {listed}");
        let said = run("check PROJECT/lib/Root.td");
        assert_eq!(
            !said.contains("evil.inc'"),
            has_planted,
            "{name} in {folder}: {said}"
        );
        run("batch PROJECT --out OUT");
        let table = std::fs::read_to_string(dir.path().join("out/A.inc")).unwrap_or_default();
        assert_eq!(
            table.contains("Evil"),
            has_planted,
            "{name} in {folder}: {table}"
        );
    }
}

#[test]
fn headers_around_a_project_in_an_open_folder() {
    let header = ("evil.inc", "def Evil;\n");
    let check = |name: &str, planted: &[(&str, &str)]| {
        for mode in [0o777, 0o1777] {
            check_planted(name, mode, planted, false);
        }
    };
    check("beside", &[header]);
    check("conventional", &[("include/evil.inc", "def Evil;\n")]);
    check(
        "llvm",
        &[
            header,
            ("include/llvm/x.td", ""),
            ("llvm/include/llvm/x.td", ""),
        ],
    );
    check("repository", &[header, (".git/HEAD", "")]);
    check("build", &[header, ("CMakeLists.txt", "project(evil)\n")]);
    // In a folder of the user's, a repository around the project counts.
    check_planted("own", 0o755, &[header, (".git/HEAD", "")], true);
}

#[test]
fn the_release_of_an_open_folder_does_not_count() {
    let dir = TempDir::new("planted-release");
    dir.write("open/p/Root.td", "def A;\n");
    dir.write(
        "open/cmake/Modules/LLVMVersion.cmake",
        "set(LLVM_VERSION_MAJOR 19)\n",
    );
    let release = |mode: u32| {
        let open = dir.path().join("open");
        std::fs::set_permissions(open, Permissions::from_mode(mode)).expect("rights");
        let (_, listed) = run(dir.path(), "exec \"$0\" units open/p");
        listed
            .lines()
            .find_map(|it| it.strip_prefix("  release  ").map(str::to_owned))
    };
    assert_eq!(release(0o755).as_deref(), Some("19"));
    assert_eq!(release(0o1777).as_deref(), Some("22"));
}

/// Headers that a build names count only if no other user can change them.
#[test]
fn headers_of_an_open_installation() {
    let dir = TempDir::new("planted-installed");
    dir.write("p/Root.td", "include \"llvm/Target/Target.td\"\n");
    dir.write("far/llvm/include/llvm/Target/Target.td", "def Installed;\n");
    let llvm = dir.path().join("far/llvm");
    dir.write(
        "p/build/CMakeCache.txt",
        format!("LLVM_DIR:PATH={}\n", llvm.display()),
    );
    let listed = |mode: u32| {
        let folder = llvm.join("include");
        std::fs::set_permissions(folder, Permissions::from_mode(mode)).expect("rights");
        run(&dir.path().join("p"), "exec \"$0\" units .").1
    };
    let own = listed(0o755);
    assert!(own.contains("llvm/include (installed)"), "{own}");
    let open = listed(0o777);
    assert!(!open.contains("llvm/include (installed)"), "{open}");
    assert!(
        open.contains("are not used: other users may write to it"),
        "{open}"
    );
}

/// Links to more than a project, and through the system's folders of processes.
#[test]
fn links_that_lead_to_everything_are_not_walked() {
    let dir = TempDir::new("walked");
    dir.write("p/Root.td", "def A;\n");
    dir.write("other/Other.td", "def Other;\n");
    let home = dir.write("home/Note.td", "def Note;\n");
    let link = |to: &str, name: &str| symlink(to, dir.path().join("p").join(name)).expect("a link");
    link("/", "all");
    link("/proc/self/cwd", "process");
    link("/proc/self", "self");
    link("self/cwd", "behind");
    link("/sys", "system");
    link("/dev", "devices");
    link("../home", "home");
    link("../other", "linked");
    let roots = |folder: &str| {
        let home = home.parent().expect("a folder").display();
        let script = format!("export HOME={home}; exec \"$0\" units {folder}");
        let (_, listed) = run(&dir.path().join("other"), &script);
        let roots = listed
            .lines()
            .filter(|it| it.ends_with(".td") && !it.starts_with(' '));
        let names = roots.map(|it| it.rsplit("/p/").next().unwrap_or(it).to_owned());
        names.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(roots("../p"), "Root.td linked/Other.td");
}
