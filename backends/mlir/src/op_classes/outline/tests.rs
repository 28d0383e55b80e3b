use backend::{Models, Options};
use backend_testing::read_as;
use elaborate::records::Release;
use expect_test::{Expect, expect};

use super::*;
use crate::tests::{DIALECT, shown, shown_with};

const OP: &str = r#"
class DeclareInterfaceMethods<list<string> always> { list<string> alwaysOverriddenMethods = always; }
class DeclareOpInterfaceMethods<OpInterface i, list<string> always = []>
    : OpInterface<i.cppInterfaceName>, DeclareInterfaceMethods<always> { let methods = i.methods; }
class Defaulted<string n> : InterfaceMethod<"int", n> { let defaultBody = "return 1;"; }
class Made<string n> : InterfaceMethod<"int", n> { let body = "return 1;"; }
def Shaped : OpInterface<"Shaped"> {
  let methods = [
    InterfaceMethod<"int", "rank">, InterfaceMethod<"int", "size">, InterfaceMethod<"int", "getLhs">,
    Defaulted<"dim">, Made<"made">
  ];
}
def Own_AddOp : Op<Own, "add", [DeclareOpInterfaceMethods<Shaped, ["dim"]>, OpInterface<"Other">]> {
  let arguments = (ins I32:$lhs, Optional<I32>:$from, I32Attr:$value);
  let results = (outs I32:$sum);
  let regions = (region AnyRegion:$body);
  let builders = [OpBuilder<(ins "int":$x, "int":$y)>];
  let extraClassDeclaration = "int size();";
}
"#;

fn outline_of(release: Release) -> Outline {
    let records = read_as(release, &format!("{DIALECT}{OP}"));
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    let op = Operation::read(records.def("Own_AddOp").expect("a record"));
    outline(&cx, &op.expect("an operation")).expect("an outline")
}

fn check(shown: &str, want: Expect) {
    want.assert_eq(shown);
}

#[test]
fn members() {
    let found = outline_of(Release::V19);
    let groups = found.accessors.iter().map(|it| {
        format!(
            "{}: {}; {}\n",
            it.kind,
            it.cpp.join(" "),
            it.python.join(" ")
        )
    });
    check(
        &groups.collect::<String>(),
        expect![[r#"
        operands: getLhs getFrom getLhsMutable getFromMutable; lhs from_
        attributes: getValueAttr getValue setValueAttr setValue; value
        results: getSum; sum
        regions and successors: getBody; body
    "#]],
    );
    check(
        &format!("{:?}", found.open),
        expect![[r#"[Open { interface: "Shaped", is_declared: true, methods: ["rank", "dim"] }]"#]],
    );
}

/// Each builder and property is written by the generators.
#[test]
fn as_generated() {
    for release in [Release::V19, Release::V22] {
        let found = outline_of(release);
        let written = shown(release, "gen-op-decls", OP);
        let builders: Vec<&str> = written
            .lines()
            .map(str::trim)
            .filter(|it| it.starts_with("static void build("))
            .collect();
        assert_eq!(found.builders, builders);
        let written = shown_with(
            release,
            "gen-python-op-bindings",
            &[("bind-dialect", "own")],
            OP,
        );
        let lines: Vec<&str> = written.lines().collect();
        let properties = lines
            .windows(2)
            .filter(|it| it[0] == "  @builtins.property")
            .map(|it| it[1]);
        let properties: Vec<&str> = properties
            .filter_map(|it| it.trim().strip_prefix("def ")?.split('(').next())
            .collect();
        let known: Vec<&String> = found.accessors.iter().flat_map(|it| &it.python).collect();
        assert_eq!(known, properties);
    }
}
