//! Symbols of the workspace.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use expect_test::{Expect, expect};
use serde_json::{Value, json};
use tests::lsp::{Client, capabilities, show_range};

fn show(client: &Client, answer: &Value) -> String {
    let symbols = answer.as_array().into_iter().flatten();
    let lines = symbols.map(|it| {
        let at = &it["location"];
        let place = format!(
            "{} {}",
            client.show_uri(&at["uri"]),
            show_range(&at["range"])
        );
        let text = |name: &str| it[name].as_str().unwrap_or("").to_owned();
        format!("{} {place} in {}\n", text("name"), text("containerName"))
    });
    lines.collect()
}

fn check(client: &mut Client, query: &str, want: Expect) {
    let answer = client.ask("workspace/symbol", json!({"query": query}));
    want.assert_eq(&show(client, &answer.expect("an answer")));
}

#[test]
fn generated_records_are_found() {
    let files = "\
//- Root.td
include \"Base.td\"
defm ADD : Pair;
def ADDx;
//- Base.td
multiclass Pair { def rr; def ri; }
class Address;
";
    let mut client = Client::new("symbols", files);
    client.open("Root.td");
    client.settle();
    check(
        &mut client,
        "add",
        expect![[r#"
            Address Base.td 1:6-1:13 in Root.td
            ADDx Root.td 2:4-2:8 in Root.td
            ADDri Base.td 0:30-0:32 in Root.td
            ADDrr Base.td 0:22-0:24 in Root.td
        "#]],
    );
    check(&mut client, "nothing like it", expect![[""]]);
}

const UNITS: &str = "\
//- x/X.td
include \"../Base.td\"
def ADDx : Reg;
defm ADD : Pair;
//- y/Y.td
include \"../Base.td\"
include \"Yregs.td\"
//- y/Yregs.td
def ADDy : Reg;
defm ADDm : Pair;
//- z/Z.td
def ADD;
//- Base.td
class Reg;
class ADDbase;
multiclass Pair { def a; }
";

/// Makes new files look old, so that their timestamps are trusted from the first read.
fn make_old(folder: &Path) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        match entry.path() {
            path if path.is_dir() => make_old(&path),
            path => {
                let file = std::fs::File::options().write(true).open(path);
                let hour_ago = SystemTime::now() - Duration::from_secs(3600);
                let made = file.and_then(|it| it.set_modified(hour_ago));
                made.expect("a time");
            }
        }
    }
}

fn start(name: &str, options: &Value) -> Client {
    start_with(name, UNITS, options)
}

fn start_with(name: &str, files: &str, options: &Value) -> Client {
    let mut client = Client::prepared(name, files, |folder, _| make_old(folder));
    client.initialize(&capabilities(), options);
    client
}

#[test]
fn names_of_all_units_are_found() {
    let mut client = start("all-units", &Value::Null);
    client.settle_symbols();
    let everything = expect![[r#"
        ADD z/Z.td 0:4-0:7 in z/Z.td
        ADD x/X.td 2:5-2:8 in x/X.td
        ADDa x/X.td 2:5-2:8 in x/X.td
        ADDm y/Yregs.td 1:5-1:9 in y/Y.td
        ADDx x/X.td 1:4-1:8 in x/X.td
        ADDy y/Yregs.td 0:4-0:8 in y/Y.td
        ADDma y/Yregs.td 1:5-1:9 in y/Y.td
        ADDbase Base.td 1:6-1:13 in x/X.td and 1 more
    "#]];
    check(&mut client, "ADD", everything);

    // The unit of the open file comes first, with the names that are only known once it is elaborated.
    client.open("x/X.td");
    client.settle();
    client.settle_symbols();
    let from_x = expect![[r#"
        ADDa Base.td 2:22-2:23 in x/X.td
        ADDx x/X.td 1:4-1:8 in x/X.td
        ADDbase Base.td 1:6-1:13 in x/X.td
        ADD z/Z.td 0:4-0:7 in z/Z.td
        ADDm y/Yregs.td 1:5-1:9 in y/Y.td
        ADDy y/Yregs.td 0:4-0:8 in y/Y.td
        ADDma y/Yregs.td 1:5-1:9 in y/Y.td
    "#]];
    check(&mut client, "ADD", from_x);
}

#[test]
fn what_is_typed_counts() {
    let mut client = start("typed", &Value::Null);
    client.open("y/Yregs.td");
    client.open("z/Z.td");
    client.settle();
    client.settle_symbols();
    client.change("y/Yregs.td", "// no ADD any more\ndef SUB;");
    client.dir.write("x/X.td", "def NEW;");
    client.watched(&[("x/X.td", 2)]);
    client.settle();
    client.settle_symbols();
    check(
        &mut client,
        "",
        expect![[r#"
            ADD z/Z.td 0:4-0:7 in z/Z.td
            NEW x/X.td 0:4-0:7 in x/X.td
            Reg Base.td 0:6-0:9 in y/Y.td
            SUB y/Yregs.td 1:4-1:7 in y/Y.td
            Pair Base.td 2:11-2:15 in y/Y.td
            ADDma y/Yregs.td 1:5-1:9 in y/Y.td
            ADDbase Base.td 1:6-1:13 in y/Y.td
        "#]],
    );
}

/// The file for a kind of names, once it exists.
fn kept(client: &Client, extension: &str) -> PathBuf {
    let folder = client.cache.path().join("tablegen-analyzer");
    loop {
        let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        let mut paths = entries.map(|it| it.path());
        if let Some(path) = paths.find(|it| it.extension().is_some_and(|it| it == extension)) {
            return path;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Has a byte in the middle of a file be another.
fn damage(path: &Path) {
    let mut bytes = std::fs::read(path).expect("it is there");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(path, bytes).expect("it can be written");
}

#[test]
fn names_are_kept_between_starts() {
    let mut client = start("kept", &Value::Null);
    assert_eq!(client.settle_symbols()["read"], 5);
    let path = kept(&client, "symbols");

    // Only changed files are read.
    client.dir.write("z/Z.td", "def ADDnew;");
    client.restart();
    client.initialize(&capabilities(), &Value::Null);
    let symbols = client.settle_symbols();
    assert_eq!(
        (&symbols["files"], &symbols["read"]),
        (&json!(5), &json!(1))
    );
    check(
        &mut client,
        "ADD",
        expect![[r#"
            ADD x/X.td 2:5-2:8 in x/X.td
            ADDa x/X.td 2:5-2:8 in x/X.td
            ADDm y/Yregs.td 1:5-1:9 in y/Y.td
            ADDx x/X.td 1:4-1:8 in x/X.td
            ADDy y/Yregs.td 0:4-0:8 in y/Y.td
            ADDma y/Yregs.td 1:5-1:9 in y/Y.td
            ADDnew z/Z.td 0:4-0:10 in z/Z.td
            ADDbase Base.td 1:6-1:13 in x/X.td and 1 more
        "#]],
    );

    // An invalid file is ignored.
    damage(&path);
    client.restart();
    client.initialize(&capabilities(), &Value::Null);
    assert_eq!(client.settle_symbols()["read"], 5);
    check(
        &mut client,
        "ADDn",
        expect![[r#"
            ADDnew z/Z.td 0:4-0:10 in z/Z.td
        "#]],
    );
}

#[test]
fn names_need_not_be_kept_or_known() {
    let mut client = start("memory", &json!({"index": "memory"}));
    client.settle_symbols();
    check(
        &mut client,
        "ADDb",
        expect![[r#"
            ADDbase Base.td 1:6-1:13 in x/X.td and 1 more
        "#]],
    );
    let is_empty = |client: &Client| {
        let mut entries = std::fs::read_dir(client.cache.path()).expect("a folder");
        entries.next().is_none()
    };
    assert!(is_empty(&client));

    let mut client = start("off", &json!({"index": "off"}));
    client.settle_symbols();
    check(&mut client, "ADD", expect![[""]]);
    client.open("z/Z.td");
    client.settle();
    check(
        &mut client,
        "ADD",
        expect![[r#"
            ADD z/Z.td 0:4-0:7 in z/Z.td
        "#]],
    );
    assert!(is_empty(&client));
}

const RECORDS: &str = "\
//- x/X.td
include \"../Base.td\"
defm ADD : Pair;
//- y/Y.td
include \"../Base.td\"
defm SUB : Pair;
foreach i = 0-1 in def SUBR#i;
def SUBx;
//- Base.td
multiclass Inner { def rr; def ri; }
multiclass Pair { defm _32 : Inner; foreach i = [1] in def _loop#i; }
defm SHARED : Pair;
";

#[test]
fn records_of_units_that_nobody_has_open_are_found() {
    let mut client = start_with("records", RECORDS, &Value::Null);
    client.settle_symbols();
    // They lead to the statements at file level that make them. Names in the text come once.
    check(
        &mut client,
        "SUB",
        expect![[r#"
            SUB y/Y.td 1:5-1:8 in y/Y.td
            SUBx y/Y.td 3:4-3:8 in y/Y.td
            SUBR0 y/Y.td 2:23-2:29 in y/Y.td
            SUBR1 y/Y.td 2:23-2:29 in y/Y.td
            SUB_32ri y/Y.td 1:5-1:8 in y/Y.td
            SUB_32rr y/Y.td 1:5-1:8 in y/Y.td
            SUB_loop1 y/Y.td 1:5-1:8 in y/Y.td
        "#]],
    );
    check(
        &mut client,
        "SHARED_32r",
        expect![[r#"
        SHARED_32ri Base.td 2:5-2:11 in x/X.td and 1 more
        SHARED_32rr Base.td 2:5-2:11 in x/X.td and 1 more
    "#]],
    );

    client.open("x/X.td");
    client.settle();
    client.settle_symbols();
    check(
        &mut client,
        "SUB",
        expect![[r#"
            SUB y/Y.td 1:5-1:8 in y/Y.td
            SUBx y/Y.td 3:4-3:8 in y/Y.td
            SUBR0 y/Y.td 2:23-2:29 in y/Y.td
            SUBR1 y/Y.td 2:23-2:29 in y/Y.td
            SUB_32ri y/Y.td 1:5-1:8 in y/Y.td
            SUB_32rr y/Y.td 1:5-1:8 in y/Y.td
            SUB_loop1 y/Y.td 1:5-1:8 in y/Y.td
        "#]],
    );

    // A file that changes has its units elaborated again, and no others.
    let elaborated = |symbols: &Value| symbols["generated"]["elaborated"].as_u64();
    assert_eq!(elaborated(&client.settle_symbols()), Some(2));
    client
        .dir
        .write("y/Y.td", "include \"../Base.td\"\ndefm MUL : Pair;");
    client.watched(&[("y/Y.td", 2)]);
    assert_eq!(elaborated(&client.settle_symbols()), Some(3));
    check(&mut client, "SUB", expect![[""]]);
    check(
        &mut client,
        "MUL",
        expect![[r#"
            MUL y/Y.td 1:5-1:8 in y/Y.td
            MUL_32ri y/Y.td 1:5-1:8 in y/Y.td
            MUL_32rr y/Y.td 1:5-1:8 in y/Y.td
            MUL_loop1 y/Y.td 1:5-1:8 in y/Y.td
        "#]],
    );
}

#[test]
fn records_are_kept_between_starts() {
    let mut client = start_with("kept-records", RECORDS, &Value::Null);
    let count = |symbols: &Value| {
        let of = |name: &str| symbols["generated"][name].as_u64().expect("a number");
        (of("units"), of("symbols"), of("elaborated"))
    };
    assert_eq!(count(&client.settle_symbols()), (2, 11, 2));
    let path = kept(&client, "records");

    let again = |client: &mut Client| {
        client.restart();
        client.initialize(&capabilities(), &Value::Null);
        client.settle_symbols()
    };
    let symbols = again(&mut client);
    assert_eq!((count(&symbols), &symbols["read"]), ((2, 11, 0), &json!(0)));
    check(
        &mut client,
        "ADD_32rr",
        expect![[r#"
        ADD_32rr x/X.td 1:5-1:8 in x/X.td
    "#]],
    );

    // Changes in the meantime count.
    client.dir.write("y/Y.td", "include \"../Base.td\"");
    assert_eq!(count(&again(&mut client)), (2, 6, 1));

    // An invalid file is ignored.
    damage(&path);
    assert_eq!(count(&again(&mut client)), (2, 6, 2));
    check(
        &mut client,
        "ADD_32rr",
        expect![[r#"
        ADD_32rr x/X.td 1:5-1:8 in x/X.td
    "#]],
    );
}

#[test]
fn records_need_not_be_known() {
    let options = json!({"indexRecords": false});
    let mut client = start_with("no-records", RECORDS, &options);
    assert_eq!(client.settle_symbols()["generated"]["units"], 0);
    check(
        &mut client,
        "SUB",
        expect![[r#"
        SUB y/Y.td 1:5-1:8 in y/Y.td
        SUBx y/Y.td 3:4-3:8 in y/Y.td
    "#]],
    );
}

#[test]
fn what_takes_too_much_is_left_out() {
    let files = "\
//- Endless.td
foreach i = 0-1 in def ENDbefore#i;
foreach i = 0-1000000 in foreach j = 0-1000000 in def ENDless#i#j;
def ENDafter#1;
//- Large.td
foreach i = 0-1 in def ENDlarge#i;
//- Long.td
defvar long = !interleave(!listsplat(\"0123456789\", 10000), \"\");
foreach i = 0-1 in def \"END\"#long#i;
//- Good.td
foreach i = 0-1 in def ENDgood#i;
";
    let mut client = Client::prepared("too-much", files, |folder, _| {
        let path = folder.join("Large.td");
        let text = std::fs::read_to_string(&path).expect("it is there");
        std::fs::write(path, text + &"//\n".repeat(2 << 20)).expect("it can be written");
        make_old(folder);
    });
    client.initialize(&capabilities(), &json!({"limits": {"work": 1}}));
    assert_eq!(client.settle_symbols()["generated"]["units"], 4);
    let mut check = |query: &str, want| {
        let answer = client.ask("workspace/symbol", json!({"query": query}));
        let answer = show(&client, &answer.expect("an answer"));
        assert_eq!(answer.lines().count(), want, "{answer}");
    };
    check("ENDgood", 2);
    // The names made up to the limit are known, and those in the text.
    check("ENDbefore", 2);
    check("ENDafter", 1);
    check("ENDlarge", 0);
    check("END9012", 0);
}
