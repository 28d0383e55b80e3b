use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{MAIN_SEPARATOR, MAIN_SEPARATOR_STR};
use std::sync::Arc;

use expect_test::{Expect, expect};

use super::finder::Finder;
use super::limits::{LIMITS, Limits};
use super::{
    Files, ParseCache, Unit, UnitSpec, ahead, assemble, join_by, load, read_all, reload_on,
};

struct Folder(BTreeMap<&'static str, &'static str>);

impl Files for Folder {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        // On Windows, `\` separates an include directory from the path in the source.
        let path = path.replace(MAIN_SEPARATOR, "/");
        self.0.get(path.as_str()).map(|it| (*it).into())
    }
}

/// A path in an include directory, as the system writes it.
fn in_dir(path: &str) -> String {
    path.replace('/', MAIN_SEPARATOR_STR)
}

fn folder() -> Folder {
    Folder(BTreeMap::from([
        ("a/x.td", "include \"y.td\""),
        ("a/y.td", ""),
        ("b/x.td", ""),
        ("c/y.td", ""),
    ]))
}

fn spec(include_dirs: &[&str]) -> UnitSpec {
    UnitSpec {
        root: "root.td".to_owned(),
        include_dirs: include_dirs.iter().map(|it| (*it).to_owned()).collect(),
        macros: Vec::new(),
    }
}

fn read(root: &str, include_dirs: &[&str]) -> Unit {
    load(&spec(include_dirs), root.into(), &folder())
}

#[test]
fn paths_of_included_files() {
    let unix = |dir, path| join_by(dir, path, "/", &['/']);
    assert_eq!(unix("a", "b/c.td"), "a/b/c.td");
    assert_eq!(unix("a/", "/b"), "a/b");
    assert_eq!(unix("", "b"), "b");
    let windows = |dir, path| join_by(dir, path, r"\", &['/', '\\']);
    assert_eq!(windows("C:/a", "b/c.td"), r"C:/a\b/c.td");
    assert_eq!(windows(r"C:\a\", "b.td"), r"C:\a\b.td");
}

#[test]
fn included_files() {
    let root = "include \"x.td\"\ninclude \"x.td\"\ninclude \"none.td\"";
    let unit = read(root, &["c", "a"]);
    let included: Vec<_> = unit.included.iter().collect();
    let found = |name: &str, file: Option<&str>| (name.to_owned(), file.map(in_dir));
    let want = [
        found("none.td", None),
        found("x.td", Some("a/x.td")),
        found("y.td", Some("c/y.td")),
    ];
    assert_eq!(
        included,
        want.iter().map(|(a, b)| (a, b)).collect::<Vec<_>>()
    );
    let dependencies: Vec<_> = unit.dependencies().into_iter().collect();
    assert_eq!(dependencies, [in_dir("a/x.td"), in_dir("c/y.td")]);
}

#[test]
fn include_directories_that_lead_to_the_same_files() {
    let files = folder();
    let is_same = |root: &str, dirs: &[&str], others: &[&str]| {
        let is_file = |path: &str| files.read(path).is_some();
        read(root, dirs).is_same_with(&spec(others), is_file)
    };
    let root = "include \"x.td\"";
    assert!(is_same(root, &["a"], &["d", "a", "b"]));
    assert!(!is_same(root, &["a"], &["b", "a"]));
    assert!(!is_same(root, &["a"], &["c", "a"]));
    assert!(!is_same(root, &["a"], &[]));
    // A missing file exists now.
    assert!(!is_same("include \"y.td\"", &["b"], &["a"]));
    assert!(is_same("include \"y.td\"", &["b"], &[]));
}

fn read_within(limits: Limits, root: &str, files: &[(&'static str, &'static str)]) -> Unit {
    let files = Folder(files.iter().copied().collect());
    let spec = spec(&[]);
    let (loaded, included) = read_all(
        &Finder::new(&spec, &files),
        &root.into(),
        None,
        limits,
        None,
    );
    assemble(loaded, included, None)
}

/// The syntax errors of the first sources with errors, and the number of included files.
fn check_limits(limits: Limits, root: &str, files: &[(&'static str, &'static str)], want: Expect) {
    let unit = read_within(limits, root, files);
    let errors = unit.syntax_errors.iter().enumerate();
    let errors = errors.flat_map(|(source, errors)| errors.iter().map(move |it| (source, it)));
    let mut out = format!("{} files\n", unit.sources.files.len() - 1);
    for (source, error) in errors.take(3) {
        let (source, offset) = unit.sources.origin(source, error.offset().into());
        let path = &unit.sources.files[source].path;
        out += &format!("{path}:{offset}: {}\n", error.message);
    }
    want.assert_eq(&out);
}

#[test]
fn limits_say_what_they_are() {
    let few = Limits {
        depth: 3,
        files: 5,
        text: 1000,
    };
    check_limits(
        few,
        &"include \"x.td\"\n".repeat(6),
        &[("x.td", "")],
        expect![[r#"
            5 files
            root.td:83: more than 5 files are included
        "#]],
    );
    check_limits(
        few,
        "def d { include \"a.td\" }",
        &[
            ("a.td", "include \"b.td\""),
            ("b.td", "include \"c.td\""),
            ("c.td", "include \"d.td\""),
            ("d.td", "int x = 1;"),
        ],
        expect![[r#"
            3 files
            c.td:8: includes are nested more than 3 deep
        "#]],
    );
    check_limits(
        Limits { text: 40, ..few },
        "include \"x.td\"\ninclude \"x.td\"\n",
        &[("x.td", "def abcd;")],
        expect![[r#"
            1 files
            root.td:23: the files have more than 40 bytes together
        "#]],
    );
}

#[test]
fn a_file_that_includes_itself() {
    check_limits(
        LIMITS,
        "include \"x.td\"\ndef d { include \"x.td\" }",
        &[
            ("x.td", "int a;\ninclude \"y.td\""),
            ("y.td", "include \"x.td\""),
        ],
        expect![[r#"
            4 files
            x.td:0: Unexpected token at top level
            y.td:8: 'x.td' includes itself without end
            y.td:8: 'x.td' includes itself without end
        "#]],
    );
    // As long as it defines a macro more each time, it ends.
    check_limits(
        LIMITS,
        "include \"x.td\"",
        &[(
            "x.td",
            "#ifndef A\n#define A\ninclude \"x.td\"\n#else\n#ifndef B\n#define B\ninclude \"x.td\"\n#endif\n#endif\n",
        )],
        expect![[r#"
            3 files
        "#]],
    );
}

#[test]
fn many_files_and_deep_ones() {
    let read = |files: usize| {
        let root = "include \"x.td\"\n".repeat(files);
        let unit = read_within(LIMITS, &root, &[("x.td", "def x;")]);
        assert_eq!(unit.count(|_| true), files);
    };
    read(20_000);
    // A chain of files with such names.
    struct Chain(usize);
    impl Files for Chain {
        fn read(&self, path: &str) -> Option<Arc<str>> {
            let number: usize = path.strip_suffix(".td")?.parse().ok()?;
            let next = number + 1;
            let text = if next == self.0 {
                "int x = 1;".to_owned()
            } else {
                format!("include \"{next}.td\" int x{number};")
            };
            Some(text.into())
        }
    }
    let read = || {
        load(
            &spec(&[]),
            "def d { include \"0.td\" }".into(),
            &Chain(5_000),
        )
    };
    let thread = std::thread::Builder::new().stack_size(1 << 28);
    let unit = thread.spawn(read).expect("a thread").join();
    let unit = unit.expect("a unit");
    assert_eq!(unit.sources.files.len(), 5_001);
    assert!(unit.syntax_errors.iter().all(|it| it.is_empty()));
}

/// Files that are parsed ahead, with other macros than when the unit is read, give the unit that is read without this.
#[test]
fn parsing_ahead() {
    let files = Folder(BTreeMap::from([
        ("guarded.td", "#ifndef G\n#define G\nclass A;\n#endif\n"),
        ("defines.td", "#define M\ninclude \"guarded.td\"\n"),
        (
            "asks.td",
            "#ifdef M\ninclude \"guarded.td\"\ndef Yes : A;\n#else\ninclude \"no.td\"\n#endif\n",
        ),
        ("no.td", "def No;"),
        ("half.td", "def Half {"),
    ]));
    let shown = |unit: &Unit| {
        let files = unit.sources.files.iter();
        let files = files.map(|it| format!("{} {:?}", it.path, it.lowered.left_out));
        let stmts = unit.stmts().map(|it| format!("{:?}", it.kind));
        let files: Vec<String> = files.chain(stmts).collect();
        (files, unit.syntax_errors.clone(), unit.included.clone())
    };
    let check = |root: &str, macros: &[&str], want_ahead: &[&str]| {
        let mut spec = spec(&[]);
        spec.macros = macros.iter().map(|it| (*it).to_owned()).collect();
        let root = root.into();
        let read = |threads| {
            let cache = &mut ParseCache::default();
            reload_on(threads, &spec, &root, &files, cache, None)
        };
        assert_eq!(shown(&read(2)), shown(&read(1)), "{root}");
        let ahead = ahead::parse_all(&Finder::new(&spec, &files), &root, 2);
        let ahead: BTreeSet<&str> = ahead.iter().map(|it| &*it.0).collect();
        assert_eq!(ahead, BTreeSet::from_iter(want_ahead.iter().copied()));
    };
    for macros in [&[][..], &["G"]] {
        check(
            "include \"guarded.td\"\ndef X : A;",
            macros,
            &["root.td", "guarded.td"],
        );
        check(
            "include \"defines.td\"\ninclude \"asks.td\"",
            macros,
            // `asks.td` is parsed as if `M` were not defined.
            &["root.td", "defines.td", "guarded.td", "asks.td", "no.td"],
        );
        check(
            "include \"half.td\"\n}\ninclude \"missing.td\"",
            macros,
            &["root.td", "half.td"],
        );
    }
    check(
        "include \"asks.td\"\ninclude \"defines.td\"\ninclude \"asks.td\"",
        &["M"],
        &["root.td", "asks.td", "guarded.td", "defines.td"],
    );
    check("def X;", &[], &[]);
}

/// A parse that was made ahead is used, and no file is read twice.
#[test]
fn parses_that_were_made_ahead_are_used() {
    struct Counted(Folder, RefCell<Vec<String>>);
    impl Files for Counted {
        fn read(&self, path: &str) -> Option<Arc<str>> {
            let shown = path.replace(MAIN_SEPARATOR, "/");
            self.1.borrow_mut().push(shown);
            self.0.read(path)
        }
    }
    let files = Counted(folder(), RefCell::default());
    let (root, spec) = ("include \"x.td\"".into(), spec(&["a"]));
    let finder = Finder::new(&spec, &files);
    let mut cache = ParseCache::default();
    let mut made = Vec::new();
    for (path, parsed) in ahead::parse_all(&finder, &root, 2) {
        made.push(parsed.lowered.clone());
        cache.put_ahead(&path, parsed);
    }
    let (loaded, _) = read_all(&finder, &root, Some(&mut cache), LIMITS, None);
    for it in loaded.iter().flatten() {
        assert!(
            made.iter()
                .any(|made| Arc::ptr_eq(made, &it.source.lowered))
        );
    }
    assert_eq!((loaded.len(), made.len()), (3, 3));
    assert_eq!(*files.1.borrow(), ["x.td", "a/x.td", "y.td", "a/y.td"]);
}
