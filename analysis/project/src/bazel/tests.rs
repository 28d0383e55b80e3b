use expect_test::{Expect, expect};

use super::*;
use crate::testing::Memory;

fn check(files: &[(&str, &str)], want: Expect) {
    let packages = files
        .iter()
        .filter(|(path, _)| NAMES.contains(&path::file_name(path)));
    let packages: Vec<String> = packages
        .map(|(it, _)| path::parent(it).to_owned())
        .collect();
    let mut text = String::new();
    for found in commands(&packages, &Memory::new(files)).0 {
        let it = found.command;
        let backend = it.run.backend.as_deref().unwrap_or("no backend");
        let output = it.run.output.as_deref().unwrap_or("nowhere");
        text += &format!(
            "{}: {} {backend} {:?} to {output} by {}\n  {:?} {:?}\n",
            it.spec.root,
            it.run.tool,
            it.run.args,
            found.file,
            it.spec.include_dirs,
            it.spec.macros
        );
    }
    want.assert_eq(&text);
}

#[test]
fn rules_of_mlir() {
    check(
        &[
            ("/s/MODULE.bazel", "module(\n    name = \"own\",\n)"),
            (
                "/s/ir/BUILD",
                r#"load("@llvm-project//mlir:tblgen.bzl", "gentbl_cc_library", "gentbl_filegroup", "td_library")
td_library(name = "td", srcs = glob(["*.td"]), includes = ["../include", "/gen"], deps = ["//base:td", "@llvm-project//mlir:OpBaseTdFiles"])
gentbl_cc_library(
    name = "inc",
    # The output comes first.
    tbl_outs = {"D.h.inc": ["-gen-dialect-decls", "-dialect=d"], "D.cpp.inc": ["-gen-dialect-defs"]},
    tblgen = "@llvm-project//mlir:mlir-tblgen",
    td_file = "D.td",
    deps = [":td"],
)
gentbl_filegroup(name = "doc", tbl_outs = [(["-gen-dialect-doc"], "D.md")], td_file = "@own//ir:D.td", deps = [":td"])
gentbl_rule(name = "one", opts = ["-gen-x", "-DX"], out = "x.inc", td_file = ":sub/X.td", tblgen = "//tools:own-tblgen")
gentbl(name = "old", tbl_outs = [("-gen-y -a=b", "y.inc")], tblgen = ":llvm-tblgen", td_file = "Y.td", td_srcs = ["Y.td", "//base:td"])
gentbl_cc_library(name = "other", td_file = "@other//ir:Z.td", tbl_outs = {"z": ["-gen-z"]})
gentbl_cc_library(name = "pdll", tblgen = "@llvm-project//mlir:mlir-pdll", td_file = "P.pdll", tbl_outs = {"P.h.inc": ["-x=cpp"]})
gentbl_sharded_ops(name = "ops", td_file = "O.td", shard_count = 4, header_out = "O.h.inc", src_out = "O.cpp.inc")
cc_library(name = "x", srcs = ["x.cpp"])
"#,
            ),
            (
                "/s/base/BUILD.bazel",
                "td_library(name = \"td\", includes = [\".\"], deps = [\"//ir:td\"])",
            ),
            (
                "/s/base/BUILD",
                "td_library(name = \"td\", includes = [\"wrong\"])",
            ),
        ],
        expect![[r#"
            /s/ir/D.td: mlir-tblgen gen-dialect-decls ["-dialect=d"] to D.h.inc by /s/ir/BUILD
              ["/s/include", "/s/gen", "/s/base", "/s"] []
            /s/ir/D.td: mlir-tblgen gen-dialect-defs [] to D.cpp.inc by /s/ir/BUILD
              ["/s/include", "/s/gen", "/s/base", "/s"] []
            /s/ir/D.td: mlir-tblgen gen-dialect-doc [] to D.md by /s/ir/BUILD
              ["/s/include", "/s/gen", "/s/base", "/s"] []
            /s/ir/sub/X.td: own-tblgen gen-x [] to x.inc by /s/ir/BUILD
              ["/s"] ["X"]
            /s/ir/Y.td: llvm-tblgen gen-y ["-a=b"] to y.inc by /s/ir/BUILD
              ["/s/base", "/s/include", "/s/gen", "/s"] []
            /s/ir/O.td: mlir-tblgen gen-op-decls ["-op-shard-count=4"] to O.h.inc by /s/ir/BUILD
              ["/s"] []
            /s/ir/O.td: mlir-tblgen gen-op-defs ["-op-shard-count=4"] to O.cpp.inc by /s/ir/BUILD
              ["/s"] []
        "#]],
    );
}

#[test]
fn name_of_the_repository() {
    let name = |text: &str| {
        let files = [("/s/MODULE.bazel", text)];
        Repository::new("/s", Some("/s/MODULE.bazel"), &Memory::new(&files)).name
    };
    for text in [
        "module(name = 'own')",
        "# The name = \"other\" is an older one.\nmodule(version = \"1\", name = \"own\")",
        "use_repo(name = \"other\")\nworkspace(name = \"own\")",
        "\"\"\"name = \"other\\\"\"\"\"\nmodule(name=\"own\")",
    ] {
        assert_eq!(name(text).as_deref(), Some("own"), "{text}");
    }
    assert_eq!(name("bazel_dep(name = \"other\")"), None);
}

#[test]
fn functions_of_the_repository() {
    let defs = r#"
"""Functions."""
load("@llvm-project//mlir:tblgen.bzl", "gentbl_cc_library")
load(":names.bzl", _suffix = "SUFFIX")

def add_passes(name, pass_name = None, td_file = None, kinds = [], deps = None, **kwargs):
    """Says what is made."""
    _td_file = td_file
    if _td_file == None:
        _td_file = pass_name + ".td"
    outs = {}
    for kind in kinds:
        if kind == "decls":
            infix = ""
        elif kind in ["docs", "md"]:
            continue
        else:
            infix = "Capi"
        outs["%s%s.%s" % (pass_name, infix, _suffix)] = ["-gen-pass-" + kind, "--name={}".format(pass_name.lower())]
    includes = kwargs.pop("includes", [])
    gentbl_cc_library(
        name = name, tbl_outs = [(opts, out) for out, opts in outs.items() if out],
        td_file = _td_file, includes = includes + ["/src"], **kwargs)
"#;
    check(
        &[
            ("/s/WORKSPACE", "workspace(name = \"own\")"),
            ("/s/tools/defs.bzl", defs),
            (
                "/s/tools/names.bzl",
                "SUFFIX = \"h.inc\" if True else \"x\"\n",
            ),
            (
                "/s/p/BUILD",
                "load(\"@own//tools:defs.bzl\", passes = \"add_passes\")\n\
                 passes(name = \"a\", pass_name = \"Do\", kinds = [\"decls\", \"docs\", \"capi\"], tblgen = \"x:y-tblgen\")\n\
                 [passes(name = n, pass_name = n, kinds = [\"decls\"] + select({}), includes = [n]) for n in (\"B\", \"C\")]\n\
                 unknown(name = \"u\", td_file = \"U.td\")\n",
            ),
        ],
        expect![[r#"
            /s/p/Do.td: y-tblgen gen-pass-decls ["--name=do"] to Do.h.inc by /s/p/BUILD
              ["/s/src", "/s"] []
            /s/p/Do.td: y-tblgen gen-pass-capi ["--name=do"] to DoCapi.h.inc by /s/p/BUILD
              ["/s/src", "/s"] []
            /s/p/B.td: mlir-tblgen gen-pass-decls ["--name=b"] to B.h.inc by /s/p/BUILD
              ["/s/p/B", "/s/src", "/s"] []
            /s/p/C.td: mlir-tblgen gen-pass-decls ["--name=c"] to C.h.inc by /s/p/BUILD
              ["/s/p/C", "/s/src", "/s"] []
            /s/p/U.td:  no backend [] to nowhere by /s/p/BUILD
              ["/s"] []
        "#]],
    );
}

#[test]
fn values_of_options_stand_apart_and_unknown_ones_leave_the_run_out() {
    let build = r#"
gentbl_cc_library(
    name = "inc", td_file = "D.td", tblgen = "mlir-tblgen",
    tbl_outs = [
        (["-gen-dialect-doc", "-dialect", "D".lower(), "-x", "y"], "D.md"),
        (["-gen-dialect-decls", "-dialect", unknown.value()], "D.h.inc"),
    ])
"#;
    check(
        &[("/s/WORKSPACE", ""), ("/s/BUILD", build)],
        expect![[r#"
            /s/D.td: mlir-tblgen gen-dialect-doc ["-dialect", "d", "-x", "y"] to D.md by /s/BUILD
              ["/s"] []
        "#]],
    );
}

#[test]
fn endless_files_end() {
    let deep = "[".repeat(10_000);
    let chain = "x = 1".to_owned() + &" + 1".repeat(10_000);
    let calls = format!("x{}", "()".repeat(10_000));
    let blocks: String = (0..500).map(|it| " ".repeat(it) + "if x:\n").collect();
    for text in [
        "def f():\n  f()\n  f()\nf()",
        "x = \"a\"\nfor i in range(10000):\n  x = x + x\n  y = [x for j in range(10000) for k in range(10000)]\n",
        "load(\":BUILD\", \"f\")\nf()",
        "load(\"//:BUILD\", \"f\")",
        "x = [1]\nfor i in range(1000):\n  x.extend(x)\n",
        "not ",
        "def",
        "def f(",
        "if",
        "for x",
        "\"\"\"",
        "{a:",
        "(((",
        "x.",
        "x[",
        "é\\",
        "r\"",
        &"not ".repeat(10_000),
        &deep,
        &chain,
        &calls,
        &blocks,
        &"if x: ".repeat(100_000),
        &"def f(): ".repeat(100_000),
        "x = []\nfor i in range(10000):\n  for j in range(10):\n    x = [x]\n",
        "x = {}\nfor i in range(10000):\n  for j in range(10):\n    x = {x: 1}\n",
        "x = \"a\"\nfor i in range(10000):\n  x = x.replace(\"a\", \"aaaaaaaa\")\n",
        "x = \"{0}\"\nfor i in range(10000):\n  x = (x + x).format(\"{0}{0}{0}{0}\")\n",
        "x = \"%s\" * 2\nfor i in range(10000):\n  x = \"%s%s\" % [x, x]\n",
        "x = \"a\"\nfor i in range(10000):\n  x = x.join([x for j in range(1000)])\n",
        "x = {i: i for i in range(10000)}\nfor i in range(10000):\n  y = x | x\n  x.update(x)\n",
    ] {
        check(&[("/s/BUILD", text)], expect![""]);
    }
}

/// The cost of one operation after others.
fn cost(before: &str, body: &str) -> usize {
    let work = |text: &str| {
        let tree = Memory::new(&[("/s/BUILD", text)]);
        let mut budget = MAX_ALL_WORK;
        let mut packages = Packages::new(Repository::new("/s", None, &tree));
        assert_eq!(packages.run("/s", &mut budget), None, "{body}");
        MAX_ALL_WORK - budget - run::reading(text)
    };
    work(&format!("{before}{body}\n")) - work(before)
}

#[test]
fn steps_cost_what_they_look_at_and_copy() {
    let items = 10_000;
    let names = "n = [\"%d\" % i for i in range(10000)]\n";
    let dict = &format!("{names}d = {{k: 1 for k in n}}\ne = d\n");
    for body in [
        "d[\"a\"] = 1",
        "x = d[\"a\"]",
        "x = d.get(\"a\")",
        "x = \"a\" in n",
        "x = n == d.keys()",
        "x, y = n + [1]",
        "x = n\nx.append(1)",
        "for x in n:\n  break",
        "f(**d)",
        "f(*n)",
        "td_library(name = \"x\", deps = n)",
    ] {
        let cost = cost(dict, body);
        assert!(cost >= items / 8, "{body}: {cost}");
    }
    // Only shared values are copied.
    let shared = cost(dict, "d[\"a\"] = 1");
    let own = cost(dict, "e = 1\nd[\"a\"] = 1");
    assert!(own < shared / 2, "{own} {shared}");
}

#[test]
fn what_libraries_depend_on_is_not_followed_without_end() {
    let library = |it: usize| {
        format!(
            "td_library(name = \"x{it}\", includes = [\"i{it}\"], deps = [\":x{}\"])\n",
            it + 1
        )
    };
    let libraries: String = (0..3000).map(library).collect();
    let rules =
        "for i in range(10000):\n  gentbl(name = \"g\", td_file = \"a.td\", deps = [\":x0\"])\n";
    let tree = Memory::new(&[("/s/BUILD", libraries + rules)]);
    let (found, cut) = commands(&["/s".to_owned()], &tree);
    assert!(found.len() < 1000);
    assert_eq!(cut.as_deref(), Some("/s/BUILD"));
}

#[test]
fn rules_that_make_more_commands_than_anybody_runs() {
    let text = "x = [(\"-gen-a\", \"a\") for i in range(10000)]\n\
        for i in range(10000):\n  gentbl(td_file = \"a.td\", tbl_outs = x)\n";
    let tree = Memory::new(&[("/s/BUILD", text)]);
    let (found, _) = commands(&["/s".to_owned()], &tree);
    assert!((10_000..1_000_000).contains(&found.len()));
}
