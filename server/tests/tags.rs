//! Tags files.

use std::sync::atomic::{AtomicUsize, Ordering};

use expect_test::{Expect, expect};
use tests::{TempDir, binary, transcript};

/// A small tree of sources like LLVM's.
fn tree(name: &str) -> TempDir {
    let dir = TempDir::new(name);
    for folder in [
        "include/llvm",
        "lib/Target/Toy",
        "lib/Target/Empty",
        "lib/Other",
    ] {
        std::fs::create_dir_all(dir.path().join(folder)).expect("a folder");
    }
    dir.write(
        "include/llvm/Base.td",
        "class Base<int n> {\n  int number = n;\n}\n",
    );
    dir.write(
        "lib/Target/Toy/Toy.td",
        "include \"llvm/Base.td\"\ninclude \"Part.td\"\ndef Z : Base<1>;\nmulticlass M { def _a : Base<2>; }\ndefm X : M;\n",
    );
    dir.write(
        "lib/Target/Toy/Part.td",
        "class Part : Base<3>;\ndef A : Part;\n",
    );
    dir.write("lib/Other/Broken.td", "def Fine;\ndef Wrong : Missing;\n");
    dir
}

fn check(folder: &str, args: &[&str], want: Expect) {
    // Tests run side by side.
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let dir = tree(&format!("tags{number}"));
    let run = transcript(binary("tdtags"), args, &dir.path().join(folder));
    let run = run.replace(&*dir.path().to_string_lossy(), "<dir>");
    want.assert_eq(&run);
}

#[test]
fn original_format() {
    check(
        "lib/Target/Toy",
        &["-f-", "-x", "here"],
        expect![[r#"
        exit 0
        --- stdout
        !_TAG_FILE_FORMAT	1	/original ctags format/
        !_TAG_FILE_SORTED	1	/0=unsorted, 1=sorted, 2=foldcase/
        A	Part.td	2
        Base	<dir>/include/llvm/Base.td	1
        Part	Part.td	1
        X_a	Toy.td	4
        Z	Toy.td	3
    "#]],
    );
    check(
        "lib/Target/Toy",
        &["-f", "-", "-I", "../../../include", "Toy.td"],
        expect![[r#"
            exit 0
            --- stdout
            !_TAG_FILE_FORMAT	1	/original ctags format/
            !_TAG_FILE_SORTED	1	/0=unsorted, 1=sorted, 2=foldcase/
            A	Part.td	2
            Base	../../../include/llvm/Base.td	1
            Part	Part.td	1
            X_a	Toy.td	4
            Z	Toy.td	3
        "#]],
    );
}

#[test]
fn other_formats() {
    check(
        "lib/Target/Toy",
        &["--extended", "-f-", "-x", "here"],
        expect![[r#"
            exit 0
            --- stdout
            !_TAG_FILE_FORMAT	2	/extended format/
            !_TAG_FILE_SORTED	1	/0=unsorted, 1=sorted, 2=foldcase/
            A	Part.td	2;"	r	line:2	inherits:Part
            Base	<dir>/include/llvm/Base.td	1;"	c	line:1
            M	Toy.td	4;"	m	line:4
            Part	Part.td	1;"	c	line:1	inherits:Base
            X_a	Toy.td	4;"	r	line:4	inherits:Base
            Z	Toy.td	3;"	r	line:3	inherits:Base
            number	<dir>/include/llvm/Base.td	2;"	f	line:2	class:Base
        "#]],
    );
    let dir = tree("etags");
    let run = transcript(
        binary("tdtags"),
        &["--etags", "-qf-", "Part.td"],
        &dir.path().join("lib/Target/Toy"),
    );
    expect![[r#"
        exit 0
        --- stdout
        <0c>
        Part.td,33
        class Part<7f>Part<01>1,0
        def A<7f>A<01>2,22
    "#]]
    .assert_eq(
        &run.replace('\x7f', "<7f>")
            .replace('\x01', "<01>")
            .replace('\x0c', "<0c>"),
    );
}

#[test]
fn recipes() {
    let dir = tree("recipes");
    let at = |folder: &str| dir.path().join(folder);
    let said = transcript(binary("tdtags"), &["-v", "-x", "all"], &at("lib/Other"));
    expect![[r#"
        exit 0
        --- stderr
        In "<dir>/include/llvm",
          generating tags from "Base.td"
          into "tags".
        In "<dir>/lib/Other",
          generating tags from "Broken.td"
        Broken.td:2:13: error: Couldn't find class 'Missing'
        def Wrong : Missing;
                    ^
          into "tags".
        In "<dir>/lib/Target/Toy",
          generating tags from "Toy.td"
          into "tags".
    "#]]
    .assert_eq(&said.replace(&*dir.path().to_string_lossy(), "<dir>"));
    let written: Vec<bool> = [
        "include/llvm",
        "lib/Target/Toy",
        "lib/Target/Empty",
        "lib/Other",
    ]
    .iter()
    .map(|it| at(it).join("tags").exists())
    .collect();
    assert_eq!(written, [true, true, false, true]);
    // Existing lines are kept on request.
    std::fs::write(at("lib/Other/tags"), "!_TAG_X\nzzz\ta.c\t/^int zzz;$/\n").expect("a file");
    transcript(binary("tdtags"), &["-qax", "here"], &at("lib/Other"));
    let text = std::fs::read_to_string(at("lib/Other/tags")).expect("a file");
    expect![[r#"
        !_TAG_FILE_FORMAT	1	/original ctags format/
        !_TAG_FILE_SORTED	1	/0=unsorted, 1=sorted, 2=foldcase/
        Fine	Broken.td	1
        zzz	a.c	/^int zzz;$/
    "#]]
    .assert_eq(&text);
}

/// A project whose headers only its build knows, with a part outside the root's folder.
#[test]
fn files_are_read_as_in_their_units() {
    let dir = TempDir::new("tags-units");
    for folder in ["odd", "lib/parts"] {
        std::fs::create_dir_all(dir.path().join(folder)).expect("a folder");
    }
    dir.write("odd/Base.td", "class Base;\nclass Base2;\n");
    dir.write(
        "lib/Root.td",
        "include \"Base.td\"\ninclude \"parts/Part.td\"\n#ifdef M\ndef Own : Part;\n#endif\n",
    );
    dir.write("lib/parts/Part.td", "class Part : Base;\n");
    dir.write(
        "lib/parts/Wrong.td",
        "include \"Base.td\"\ndef A : Base;\ndef B : Gone;\n",
    );
    dir.write(
        "CMakeLists.txt",
        "include_directories(odd)\nset(LLVM_TARGET_DEFINITIONS lib/Root.td)\ntablegen(LLVM x.inc -gen-x -DM)\n",
    );
    let run = |folder: &str, args: &[&str]| {
        let said = transcript(binary("tdtags"), args, &dir.path().join(folder));
        said.replace(&*dir.path().to_string_lossy(), "<dir>")
    };
    expect![[r#"
        exit 0
        --- stdout
        !_TAG_FILE_FORMAT	1	/original ctags format/
        !_TAG_FILE_SORTED	1	/0=unsorted, 1=sorted, 2=foldcase/
        Base	odd/Base.td	1
        Base2	odd/Base.td	2
        Own	lib/Root.td	4
        Part	lib/parts/Part.td	1
    "#]]
    .assert_eq(&run("", &["-f-", "lib/Root.td"]));
    // A part has no errors because the rest is elsewhere, and tags of its own only.
    expect![[r#"
        exit 0
        --- stdout
        !_TAG_FILE_FORMAT	1	/original ctags format/
        !_TAG_FILE_SORTED	1	/0=unsorted, 1=sorted, 2=foldcase/
        A	Wrong.td	2
        Base	<dir>/odd/Base.td	1
        Base2	<dir>/odd/Base.td	2
        Part	Part.td	1
        --- stderr
        Wrong.td:3:9: error: Couldn't find class 'Gone'
        def B : Gone;
                ^
    "#]]
    .assert_eq(&run("lib/parts", &["-f-", "-x", "here"]));
    // If the command line says how files are read, no units are searched for.
    expect![[r#"
        exit 0
        --- stdout
        !_TAG_FILE_FORMAT	1	/original ctags format/
        !_TAG_FILE_SORTED	1	/0=unsorted, 1=sorted, 2=foldcase/
        Part	parts/Part.td	1
        --- stderr
        Root.td:1:9: error: could not find include file 'Base.td'
        include "Base.td"
                ^
        note: looked in <dir>/lib; `-I` or the setting `tablegen.includeDirs` adds a folder
    "#]]
    .assert_eq(&run("lib", &["-f-", "-I.", "Root.td"]));
}

#[test]
fn what_cannot_be_done() {
    check(
        "lib",
        &["-x", "here"],
        expect![[r#"
        exit 1
        --- stderr
        tdtags: Nothing to do here.
    "#]],
    );
    check(
        "lib",
        &["-x", "target", "Empty"],
        expect![[r#"
        exit 2
        --- stderr
        tdtags: "Empty" is not a target. Targets are:
          Toy
    "#]],
    );
    check(
        "lib",
        &["-x", "everything"],
        expect![[r#"
        exit 6
        --- stderr
        tdtags: Unknown recipe "-x everything".

        Recipes:
          all                 a tags file in each directory of the LLVM tree with .td files
          here                one for the .td files of the current directory
          recurse             one in each directory with .td files, from the current one on
          target [TARGET...]  one for each of these code generation targets, or for all
        Run "tdtags -H" for help.
    "#]],
    );
    let dir = TempDir::new("nowhere");
    let run = transcript(binary("tdtags"), &["-x", "all"], dir.path());
    expect![[r#"
        exit 3
        --- stderr
        tdtags: Run from within the LLVM source tree.
    "#]]
    .assert_eq(&run);
    for (args, code) in [(&["-z"][..], 4), (&[], 5)] {
        let run = transcript(binary("tdtags"), args, dir.path());
        assert!(run.starts_with(&format!("exit {code}\n")), "{run}");
    }
    let run = transcript(binary("tdtags"), &["-H"], dir.path());
    assert!(
        run.starts_with("exit 0\n--- stdout\nUsage: tdtags"),
        "{run}"
    );
}
