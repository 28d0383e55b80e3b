//! Selecting patterns for graphs.

use backend_testing::isel_source;
use expect_test::expect;
use serde_json::json;
use target_model::instructions::GENERIC;
use tests::lsp::{Client, LLVM_19};

fn files() -> String {
    let target = isel_source(GENERIC, "");
    let root = r#"include "Target.td"
def HasMul : Predicate<"Subtarget->hasMul()">;
def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (add GPR:$a, GPR:$b))]>;
def MUL : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (mul GPR:$a, GPR:$b))]> {
  let Predicates = [HasMul];
}
"#;
    format!("{LLVM_19}//- Root.td\n{root}//- Target.td\n{target}")
}

#[test]
fn patterns_of_a_graph() {
    let mut client = Client::new("selection-graph", &files());
    client.open("Root.td");
    let graph = "(set GPR:$d, (mul i32:$x, 3))";
    let answer = client.ask("tablegen/selectPattern", json!({"graph": graph}));
    let text = serde_json::to_string_pretty(&answer.expect("an answer")).expect("JSON");
    let folder = client.uri(".");
    expect![[r#"
        [
          {
            "found": [
              {
                "assumes": [],
                "complexity": 3,
                "location": {
                  "range": {
                    "end": {
                      "character": 7,
                      "line": 3
                    },
                    "start": {
                      "character": 4,
                      "line": 3
                    }
                  },
                  "uri": "/Root.td"
                },
                "needs": [
                  "HasMul"
                ],
                "operands": [
                  {
                    "graph": "i32:$x",
                    "name": "a"
                  },
                  {
                    "graph": "3",
                    "name": "b"
                  }
                ],
                "record": "MUL",
                "result": "(MUL GPR:$a, GPR:$b)",
                "source": "(mul:{ *:[i32] } GPR:{ *:[i32] }:$a, GPR:{ *:[i32] }:$b)"
              }
            ],
            "graph": "(mul i32:$x, 3)",
            "matching": 1,
            "near": []
          }
        ]"#]]
    .assert_eq(&text.replace(folder.trim_end_matches('.'), ""));
}

#[test]
fn the_features_of_a_processor() {
    let mut client = Client::new("selection-features", &files());
    client.open("Root.td");
    let mut ask = |features: &[&str]| {
        let params = json!({"graph": "(mul i32:$x, i32:$y)", "features": features});
        let answer = client.ask("tablegen/selectPattern", params);
        let answer = answer.expect("an answer");
        let needs = &answer[0]["found"][0]["needs"];
        (answer[0]["matching"].as_u64(), needs.to_string())
    };
    assert_eq!(ask(&[]), (Some(1), r#"["HasMul"]"#.to_owned()));
    assert_eq!(ask(&["HasMul"]), (Some(1), "[]".to_owned()));
}

#[test]
fn what_is_refused() {
    let mut client = Client::new("selection-refused", &files());
    client.open("Root.td");
    let mut error = |params| client.error("tablegen/selectPattern", params);
    assert_eq!(error(json!({"graph": "(add GPR:$a"})), -32602);
    assert_eq!(
        error(json!({"graph": "(add GPR:$a, 1)", "processor": "x"})),
        -32602
    );
    // The unit has no definitions for GlobalISel.
    assert_eq!(error(json!({"graph": "G_ADD s32 %a, %b"})), -32803);
    let mut client = Client::new("selection-other", "//- Root.td\ndef A;\n");
    client.open("Root.td");
    let params = json!({"graph": "(add GPR:$a, 1)"});
    assert_eq!(client.error("tablegen/selectPattern", params), -32803);
}
