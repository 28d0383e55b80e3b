use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Files, Unit, UnitSpec, load};

struct Folder(BTreeMap<&'static str, &'static str>);

impl Files for Folder {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        self.0.get(path).map(|it| (*it).into())
    }
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
fn included_files() {
    let root = "include \"x.td\"\ninclude \"x.td\"\ninclude \"none.td\"";
    let unit = read(root, &["c", "a"]);
    let included: Vec<_> = unit.included.iter().collect();
    let found = |name: &str, file: Option<&str>| (name.to_owned(), file.map(str::to_owned));
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
    assert_eq!(dependencies, ["a/x.td", "c/y.td"]);
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
    // What was missing is there now.
    assert!(!is_same("include \"y.td\"", &["b"], &["a"]));
    assert!(is_same("include \"y.td\"", &["b"], &[]));
}
