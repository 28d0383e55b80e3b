//! Answers of a target's models in the editor: diagnostics while typing, decoding and parsing.

use backend_testing::{asm_source, isel_source, x86_source};
use expect_test::{Expect, expect};
use serde_json::{Value, json};
use target_model::instructions::GENERIC;
use tests::lsp::{Client, LLVM_19, capabilities};

/// A target with two registers; its instructions are in the root.
fn files(text: &str) -> String {
    let target = r#"
def Toy : AsmTarget;
def R0 : Reg<"r0">; def R1 : Reg<"r1">;
def Low : Regs<(add R0, R1)>;
class Coded<bits<4> op, string text> : Inst<(outs), (ins Low:$a), text> {
  bits<4> a;
  bits<8> Inst = { op, a };
  let Size = 1;
}
"#;
    let target = asm_source(GENERIC, target);
    format!(
        "{LLVM_19}//- Root.td\n{}//- Target.td\n{target}",
        root(text)
    )
}

fn root(text: &str) -> String {
    format!("include \"Target.td\"\n{text}\n")
}

/// Waits until these are the diagnostics of the root.
#[track_caller]
fn wait_for(client: &mut Client, want: &str) {
    client.wait(|it| it.published("Root.td").as_deref() == Some(want));
}

const SAME_CODE: &str = "\
2:4-2:5 error: a decoder cannot tell 'B' from 'A': both are code with the same bits 7-4
note: fix a bit in which they differ, give one of them another DecoderNamespace, or set isCodeGenOnly or isAsmParserOnly for \
one that is not to be decoded
  1:4 'A' is here
";

#[test]
fn clashes_follow_edits() {
    let good = "def A : Coded<1, \"a $a\">;\ndef B : Coded<2, \"b $a\">;";
    let mut client = Client::new("models-clashes", &files(good));
    client.open("Root.td");
    assert_eq!(client.diagnostics("Root.td"), "");
    client.change("Root.td", &root(&good.replace("<2", "<1")));
    wait_for(&mut client, SAME_CODE);
    client.change("Root.td", &root(&good.replace("\"b", "\"a")));
    wait_for(
        &mut client,
        "\
1:4-1:5 hint: a parser cannot tell 'A' from 'B': that is never tried where 'a <Low>' matches this
  2:4 'B' is here
2:4-2:5 hint: a parser cannot tell 'B' from 'A': that is tried first where 'a <Low>' matches both
  1:4 'A' is here
",
    );
    client.change("Root.td", &root(good));
    wait_for(&mut client, "");
    let constrained = good.replace("b $a\">;", "b $a\"> { let Constraints = \"$x = $a\"; }");
    client.change("Root.td", &root(&constrained));
    wait_for(
        &mut client,
        "2:46-2:48 error: 'B' does not have an operand named '$x'!\n",
    );
}

/// The search for clashes and the backend of the table report the same error.
#[test]
fn a_clash_of_x86_is_one_error_also_while_its_table_is_shown() {
    let a = "def A : X86Inst<1, 112, (ins)> { let hasREX_W = true; }";
    let text = root(&format!("{a}\n{}", a.replace("def A", "def B")));
    let target = x86_source(GENERIC, "");
    let files = format!("{LLVM_19}//- Root.td\n{text}//- Target.td\n{target}");
    let mut client = Client::new("models-x86", &files);
    client.open("Root.td");
    let want = "\
2:4-2:5 error: a decoder cannot tell 'B' from 'A': both have opcode 0x01 in the context IC_64BIT_REXW
note: give one of them another opcode, map, form or prefix, or set isCodeGenOnly or isAsmParserOnly for one that is not to be decoded
  1:4 'A' is here
";
    wait_for(&mut client, want);
    let params = json!({"backend": "gen-disassembler"});
    let preview = client.ask("tablegen/preview", params).expect("a preview");
    let said = &preview["diagnostics"][0];
    assert_eq!(said["location"]["range"]["start"]["line"], 2, "{said}");
    client.settle();
    assert_eq!(client.published("Root.td").as_deref(), Some(want));
    assert_eq!(client.published("Target.td").unwrap_or_default(), "");
}

#[test]
fn hints_can_be_switched_off() {
    let text =
        "def A : Coded<1, \"a $a\">;\ndef B : Coded<1, \"a $a\">;\ndef C : Coded<3, \"a $a\">;";
    let options = json!({"ambiguities": false});
    let mut client = Client::with("models-no-hints", &files(text), capabilities(), options);
    client.open("Root.td");
    wait_for(&mut client, SAME_CODE);
}

/// A target with an instruction; another one and patterns are in the root.
fn patterns(text: &str) -> String {
    let target = "def NEG : Inst<(outs GPR:$d), (ins GPR:$a)>;\n";
    let target = isel_source(GENERIC, target);
    format!(
        "{LLVM_19}//- Root.td\n{}//- Target.td\n{target}",
        root(text)
    )
}

const PATTERNS: &str = "\
def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (add GPR:$a, GPR:$b))]>;
def A : Pat<(sub i32:$a, i32:$b), (ADD $a, (NEG $b))>;";

#[test]
fn what_is_said_of_patterns_follows_edits() {
    let mut client = Client::new("models-patterns", &patterns(PATTERNS));
    client.open("Root.td");
    assert_eq!(client.diagnostics("Root.td"), "");
    client.change("Root.td", &root(&PATTERNS.replace("sub", "fadd")));
    wait_for(
        &mut client,
        "\
2:4-2:5 error: Type set is empty for each HW mode in 'A'
note: with the types so far: (fadd:{ *:[] } i32:{ *:[i32] }:$a, i32:{ *:[i32] }:$b)
note: in 'fadd', the result is a floating-point number or a vector of them
",
    );
    client.change("Root.td", &root(&PATTERNS.replace("sub", "add")));
    wait_for(
        &mut client,
        "\
2:4-2:5 hint: no selector uses this pattern: an earlier one matches whatever it matches
  1:4 'ADD' is tried first
",
    );
    client.change("Root.td", &root(PATTERNS));
    wait_for(&mut client, "");
    let unused = format!("{PATTERNS}\ndef f : PatFrag<(ops node:$a), (sub 0, node:$a)>;");
    client.change("Root.td", &root(&unused));
    wait_for(
        &mut client,
        "3:4-3:5 hint: no pattern uses the fragment 'f'\n",
    );
}

#[test]
fn hints_at_patterns_can_be_switched_off() {
    let hint = PATTERNS.replace("sub", "add");
    let error = "def LD : Inst<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (ld GPR:$a))]>;";
    let options = json!({"patternHints": false});
    let files = patterns(&format!("{hint}\n{error}"));
    let mut client = Client::with("models-no-pattern-hints", &files, capabilities(), options);
    client.open("Root.td");
    wait_for(
        &mut client,
        "3:4-3:6 error: Pattern doesn't match mayLoad = 0\n",
    );
    client.change("Root.td", &root(&hint));
    wait_for(&mut client, "");
}

fn ask(method: &str, params: Value, want: Expect) {
    let text =
        "def A : Coded<1, \"a $a\">;\ndef B : Coded<2, \"b $a\">;\ndef : InstAlias<\"c\", (A R1)>;";
    let mut client = Client::new("models-ask", &files(text));
    client.open("Root.td");
    let answer = client.ask(method, params).expect("an answer");
    let text = serde_json::to_string_pretty(&answer).expect("JSON");
    let folder = client.uri(".");
    want.assert_eq(&text.replace(folder.trim_end_matches('.'), ""));
}

#[test]
fn nothing_is_open_of_codes_of_one_byte() {
    ask(
        "tablegen/codeForms",
        json!({}),
        expect![[r#"
            {
              "byteOrders": [],
              "modes": []
            }"#]],
    );
}

#[test]
fn machine_code() {
    ask(
        "tablegen/decode",
        json!({"bytes": "0x21"}),
        expect![[r#"
        [
          {
            "bytes": 1,
            "found": [
              {
                "decodedBy": null,
                "encoding": "B",
                "fields": [
                  {
                    "name": "a",
                    "value": "0x1"
                  }
                ],
                "location": {
                  "range": {
                    "end": {
                      "character": 5,
                      "line": 2
                    },
                    "start": {
                      "character": 4,
                      "line": 2
                    }
                  },
                  "uri": "/Root.td"
                },
                "needs": [],
                "record": "B",
                "text": "b $a"
              }
            ],
            "near": [],
            "table": "8 bits"
          }
        ]"#]],
    );
    ask(
        "tablegen/decode",
        json!({"bytes": "33"}),
        expect![[r#"
        [
          {
            "bytes": 1,
            "found": [],
            "near": [
              {
                "bits": [
                  5
                ],
                "location": {
                  "range": {
                    "end": {
                      "character": 5,
                      "line": 1
                    },
                    "start": {
                      "character": 4,
                      "line": 1
                    }
                  },
                  "uri": "/Root.td"
                },
                "record": "A"
              },
              {
                "bits": [
                  4
                ],
                "location": {
                  "range": {
                    "end": {
                      "character": 5,
                      "line": 2
                    },
                    "start": {
                      "character": 4,
                      "line": 2
                    }
                  },
                  "uri": "/Root.td"
                },
                "record": "B"
              }
            ],
            "table": "8 bits"
          }
        ]"#]],
    );
}

#[test]
fn encoding() {
    ask(
        "tablegen/encode",
        json!({"record": "B", "fields": [{"name": "a", "value": "0xc"}]}),
        expect![[r#"
            [
              {
                "bytes": "2c",
                "changedBy": null,
                "encodedBy": [],
                "encoding": "B",
                "location": {
                  "range": {
                    "end": {
                      "character": 5,
                      "line": 2
                    },
                    "start": {
                      "character": 4,
                      "line": 2
                    }
                  },
                  "uri": "/Root.td"
                },
                "open": []
              }
            ]"#]],
    );
}

#[test]
fn assembly() {
    ask(
        "tablegen/parseAssembly",
        json!({"line": "c"}),
        expect![[r#"
        {
          "found": [
            {
              "decidedBy": [],
              "instruction": "A",
              "location": {
                "range": {
                  "end": {
                    "character": 3,
                    "line": 3
                  },
                  "start": {
                    "character": 0,
                    "line": 3
                  }
                },
                "uri": "/Root.td"
              },
              "needs": [],
              "operands": [],
              "record": "anonymous_4",
              "text": "c",
              "variant": 0
            }
          ],
          "near": []
        }"#]],
    );
    ask(
        "tablegen/parseAssembly",
        json!({"line": "a r2"}),
        expect![[r#"
            {
              "found": [],
              "near": [
                {
                  "location": {
                    "range": {
                      "end": {
                        "character": 5,
                        "line": 1
                      },
                      "start": {
                        "character": 4,
                        "line": 1
                      }
                    },
                    "uri": "/Root.td"
                  },
                  "record": "A",
                  "why": "'a <Low>' has no place for 'r2'"
                }
              ]
            }"#]],
    );
}

#[test]
fn what_is_refused() {
    let mut client = Client::new("models-refused", "//- Root.td\ndef A;\n");
    client.open("Root.td");
    assert_eq!(
        client.error("tablegen/decode", json!({"bytes": "xyz"})),
        -32602
    );
    assert_eq!(
        client.error("tablegen/decode", json!({"bytes": "00"})),
        -32803
    );
    assert_eq!(
        client.error("tablegen/parseAssembly", json!({"line": "a"})),
        -32803
    );
}

#[test]
fn nothing_is_said_of_other_units() {
    let mut client = Client::new(
        "models-other",
        "//- Root.td\nclass Instruction { int Size = 1; }\ndef A : Instruction;\n",
    );
    client.open("Root.td");
    assert_eq!(client.diagnostics("Root.td"), "");
}

/// The error of a model is reported at its record; the hover of another one links there.
#[test]
fn an_error_of_a_model_is_no_part_of_right_records() {
    let text = "def A : Coded<1, \"a $a\">;\ndef B : Coded<2, \"b $a\"> { let Constraints = \"$x = $a\"; }";
    let mut client = Client::new("models-hover", &files(text));
    client.open("Root.td");
    let mut hover = |line: u64| {
        let params = json!({
            "textDocument": {"uri": client.uri("Root.td")},
            "position": {"line": line, "character": 4},
        });
        let hover = client.ask("textDocument/hover", params).expect("a hover");
        let text = hover["contents"]["value"].as_str().unwrap_or("").to_owned();
        let folder = client.uri(".");
        let text = text.replace(folder.trim_end_matches('.'), "");
        let about = text
            .lines()
            .filter(|it| it.contains("error") || it.contains("mended"));
        about.map(|it| format!("{it}\n")).collect::<String>()
    };
    expect![[r#"
        - number and aliases, decoder, schedule, parser: not known until `B` in [Root.td:3](/Root.td#L3) is mended
    "#]].assert_eq(&hover(1));
    expect![[r#"
        - error: 'B' does not have an operand named '$x'!
    "#]]
    .assert_eq(&hover(2));
}

/// A target whose instructions are scheduled by patterns.
const SCHEDULED: &str = "\
//- Root.td
include \"Target.td\"
def Toy : Target;
def M : SchedMachineModel;
def : Processor<\"one\"> { let SchedModel = M; }
def W : SchedWrite { }
class I : Instruction { let Namespace = \"Toy\"; let SchedRW = [W]; }
def ADDrr : I;
def ADDri : I;
let SchedModel = M in {
  def : WriteRes<W, []>;
  def : InstRW<[W], (instregex \"^ADD(rr|ri)\")>;
}
//- Target.td
";

fn scheduled(root: impl Fn(&str) -> String) -> String {
    format!(
        "{LLVM_19}{}{}",
        root(SCHEDULED),
        backend_testing::target_source(GENERIC, "")
    )
}

#[test]
fn a_pattern_shows_what_it_matches() {
    let text = scheduled(|it| it.replace("ADD(rr", "A$0DD(rr"));
    let (_, hover) = Client::ask_at_cursor("models-instregex", &text, "textDocument/hover");
    let text = hover["contents"]["value"].as_str().unwrap_or("nothing");
    expect![[r#"
        pattern for the names of instructions

        `^ADD(rr|ri)` matches 2 instructions: `ADDri`, `ADDrr`
    "#]]
    .assert_eq(&format!("{text}\n"));
}

#[test]
fn references_of_an_instruction_are_patterns_too() {
    let mut client = Client::new(
        "models-named",
        &scheduled(|it| it.replace("def ADDrr", "def A$0DDrr")),
    );
    client.open("Root.td");
    let mut params = client.at_cursor();
    params["context"] = json!({"includeDeclaration": false});
    let found = client.ask("textDocument/references", params);
    expect![[r#"
        Root.td 10:31-10:44
    "#]]
    .assert_eq(&client.show_locations(&found.expect("an answer")));
}

#[test]
fn hints_at_patterns_that_add_nothing() {
    let mut client = Client::new("models-idle", &scheduled(str::to_owned));
    client.open("Root.td");
    assert_eq!(client.diagnostics("Root.td"), "");
    let root = SCHEDULED
        .lines()
        .skip(1)
        .take_while(|it| !it.starts_with("//-"));
    let root: String = root.map(|it| format!("{it}\n")).collect();
    client.change("Root.td", &root.replace("|ri", "|rm|ri"));
    wait_for(
        &mut client,
        "10:31-10:47 hint: 'rm' in \"^ADD(rr|rm|ri)\" adds no instruction: no instruction matches it\n",
    );
    client.change("Root.td", &root.replace("ADD(rr|ri)", "DIV"));
    wait_for(
        &mut client,
        "10:2-10:5 error: instregex has no matches: DIV\n",
    );
}
