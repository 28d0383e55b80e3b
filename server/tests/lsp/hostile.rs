//! Clients that are clumsy, in a hurry, hostile or gone.

use serde_json::{Value, json};
use tests::lsp::Client;
use tests::usage::check_peak;

const FILES: &str = "\
//- Root.td
class A<int n> { int v = n; }
def a : A<1>;
";

const PARSE_ERROR: i64 = -32700;
const INVALID_REQUEST: i64 = -32600;
const METHOD_NOT_FOUND: i64 = -32601;
const INVALID_PARAMS: i64 = -32602;
const NOT_INITIALIZED: i64 = -32002;
const CANCELLED: i64 = -32800;

fn start(name: &str) -> Client {
    let mut client = Client::new(name, FILES);
    client.open("Root.td");
    client
}

/// The server still answers, and about the right text.
fn check_alive(client: &mut Client) {
    let found = client
        .ask("tablegen/records", json!({}))
        .expect("an answer");
    assert_eq!(found["total"], 1);
}

fn at(client: &Client, name: &str) -> Value {
    json!({"textDocument": {"uri": client.uri(name)}})
}

#[test]
fn requests_in_the_wrong_order() {
    let mut client = Client::raw("order", FILES);
    assert_eq!(client.error("tablegen/units", json!({})), NOT_INITIALIZED);
    assert_eq!(client.error("shutdown", Value::Null), NOT_INITIALIZED);
    client.notify("textDocument/didOpen", json!({"nonsense": true}));
    let start = json!({"capabilities": {}});
    assert_eq!(client.error("initialize", json!([1])), INVALID_PARAMS);
    assert!(client.ask("initialize", start.clone()).is_ok());
    assert_eq!(client.error("initialize", start), INVALID_REQUEST);
    assert!(client.ask("shutdown", Value::Null).is_ok());
    assert_eq!(client.error("tablegen/units", json!({})), INVALID_REQUEST);
    client.notify("exit", Value::Null);
    assert_eq!(client.ended().code(), Some(0));
}

#[test]
fn what_nobody_knows() {
    let mut client = start("unknown");
    assert_eq!(
        client.error("textDocument/frobnicate", json!({})),
        METHOD_NOT_FOUND
    );
    assert_eq!(client.error("$/frobnicate", json!({})), METHOD_NOT_FOUND);
    client.notify("$/frobnicate", json!({}));
    client.notify("frobnicate", json!([]));
    client.notify("textDocument/didChange", json!(7));
    client.notify("$/cancelRequest", json!({"id": {"no": "id"}}));
    assert_eq!(
        client.error("textDocument/diagnostic", json!("x")),
        INVALID_PARAMS
    );
    check_alive(&mut client);
}

#[test]
fn what_is_no_message() {
    let mut client = start("garbage");
    let mut check = |bytes: &[u8], code: i64| {
        client.send_bytes(bytes);
        // Errors that belong to no request have no id.
        let error = client.answer(0).expect_err("an error");
        assert_eq!(error["code"], code, "{error}");
    };
    check(b"Content-Length: 9\r\n\r\n{\"broken\"", PARSE_ERROR);
    check(b"Content-Length: 2\r\n\r\n\xff\xfe", PARSE_ERROR);
    check(b"Content-Length: 2\r\n\r\n[]", INVALID_REQUEST);
    check(b"Content-Length: 4\r\n\r\nnull", INVALID_REQUEST);
    check(
        b"Content-Length: 16\r\n\r\n{\"jsonrpc\":\"1.0\"",
        PARSE_ERROR,
    );
    check(
        b"Content-Length: 17\r\n\r\n{\"jsonrpc\":\"2.0\"}",
        INVALID_REQUEST,
    );
    // Any text between messages is one error.
    check(b"GET / HTTP/1.1\r\nHost: nobody\r\n\r\n", PARSE_ERROR);
    check(b"Content-Length: 1\r\n\r\n}", PARSE_ERROR);
    check(b"Content-Length: 99999999999999\r\n\r\n", PARSE_ERROR);
    let deep = "[".repeat(100_000);
    check(
        format!("Content-Length: {}\r\n\r\n{deep}", deep.len()).as_bytes(),
        PARSE_ERROR,
    );
    check_alive(&mut client);
}

#[test]
fn headers_and_lengths_of_all_kinds() {
    let mut client = start("frames");
    let mut number = 1000;
    let mut check = |before: &str, header: &str| {
        number += 1;
        let body = format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{number},\"method\":\"tablegen/units\",\"params\":{{}}}}"
        );
        let header = header.replace("LEN", &body.len().to_string());
        client.send_bytes(format!("{before}{header}\r\n\r\n{body}").as_bytes());
        let answer = client.answer(number);
        assert!(
            answer.is_ok_and(|it| it.is_array()),
            "{before:?} {header:?}"
        );
    };
    check(
        "",
        "Content-Length: LEN\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8",
    );
    check("", "Content-Length: LEN\r\nX-Other: 7");
    check("", "X-Other: 7\r\ncontent-length:LEN");
    let lost = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tablegen/units\"}";
    for length in ["-1", "many", "99999999999999999999", "5", "1", "60"] {
        let before = format!("Content-Length: {length}\r\n\r\n{lost}");
        check(&before, "Content-Length: LEN");
        check(&before, "Content-Type: x\r\nContent-Length: LEN");
    }
    check(
        "GET / HTTP/1.1\r\nHost: nobody\r\n\r\n",
        "Content-Length: LEN",
    );
    check_alive(&mut client);
}

#[test]
fn places_that_are_not_there() {
    let mut client = start("places");
    let mut expand = |line: u64, character: u64| {
        let mut params = at(&client, "Root.td");
        params["position"] = json!({"line": line, "character": character});
        client.ask("tablegen/expandRecord", params)
    };
    assert_eq!(expand(1, 4).expect("a record")["name"], "a");
    // Columns past the end of a line mean its end.
    assert_eq!(expand(1, 4_000_000_000), Ok(Value::Null));
    let error = expand(99, 0).expect_err("an error");
    assert_eq!(error["code"], INVALID_PARAMS);
    let missing = at(&client, "Missing.td");
    assert_eq!(
        client.error("textDocument/diagnostic", missing),
        INVALID_PARAMS
    );
    check_alive(&mut client);
}

#[test]
fn documents_that_are_not_open() {
    let mut client = start("closed");
    client.changes("Never.td", json!([{"text": "def x;"}]));
    client.close("Never.td");
    client.changes(
        "Root.td",
        json!([{"range": {"start": {"line": 9, "character": 0}, "end": {"line": 0, "character": 0}}, "text": ""}]),
    );
    client.close("Root.td");
    client.close("Root.td");
    client.changes("Root.td", json!([{"text": "def lost;"}]));
    // The file on disk counts again.
    client.open("Root.td");
    check_alive(&mut client);
}

#[test]
fn thousands_of_edits_at_once() {
    let mut client = start("burst");
    for i in 0..3000 {
        client.changes(
            "Root.td",
            json!([{"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "text": format!("// {i}\n")}]),
        );
    }
    check_alive(&mut client);
    let lines = json!({"name": "a"});
    let record = client
        .ask("tablegen/expandRecord", lines)
        .expect("a record");
    assert_eq!(record["location"]["range"]["start"]["line"], 3001);
    // The messages were not processed one by one.
    client.settle();
    let published = client.notifications.iter();
    let published = published.filter(|it| it["method"] == "textDocument/publishDiagnostics");
    assert!(published.count() < 1000);
}

#[test]
fn a_client_that_does_not_read_for_a_while() {
    let mut client = start("deaf");
    let ids: Vec<i64> = (0..5000)
        .map(|_| client.send("tablegen/units", json!({})))
        .collect();
    // The pipe is full by now; edits still come through.
    client.change("Root.td", "class A<int n> { int v = n; }\ndef b : A<1>;\n");
    for id in ids {
        assert!(client.answer(id).is_ok());
    }
    check_alive(&mut client);
}

#[test]
fn requests_that_are_cancelled() {
    let mut client = start("cancel");
    let ids: Vec<i64> = (0..200)
        .map(|_| {
            let id = client.send("workspace/diagnostic", json!({"previousResultIds": []}));
            client.notify("$/cancelRequest", json!({"id": id}));
            id
        })
        .collect();
    for id in ids {
        if let Err(error) = client.answer(id) {
            assert_eq!(error["code"], CANCELLED);
        }
    }
    check_alive(&mut client);
}

#[test]
fn answers_that_nobody_asked_for() {
    let mut client = start("answers");
    client.send_body(r#"{"jsonrpc":"2.0","id":77,"result":null}"#);
    client.send_body(r#"{"jsonrpc":"2.0","id":"x","error":{"code":1,"message":"no"}}"#);
    check_alive(&mut client);
}

#[test]
fn a_client_that_is_gone() {
    let mut client = start("gone");
    client.hang_up();
    assert_eq!(client.ended().code(), Some(1));
}

#[test]
fn an_exit_without_shutdown() {
    let mut client = start("exit");
    client.notify("exit", Value::Null);
    assert_eq!(client.ended().code(), Some(1));
}

#[test]
fn an_exit_while_standard_input_stays_open() {
    let mut client = start("polite");
    let shutdown = client.send("shutdown", Value::Null);
    client.notify("exit", Value::Null);
    assert_eq!(client.answer(shutdown), Ok(Value::Null));
    assert_eq!(client.ended().code(), Some(0));
}

#[test]
fn text_that_is_no_tablegen() {
    let mut client = start("text");
    let texts = [
        "(".repeat(50_000),
        "\0\u{1}\u{feff}日本語 𝄞".to_owned(),
        "include \"Root.td\"\n".repeat(3),
        "def a { list<list<".to_owned(),
        "multiclass M { defm x : M; }\ndefm y : M;".to_owned(),
    ];
    for text in texts {
        client.change("Root.td", &text);
        client.settle();
    }
    client.change("Root.td", "def a;");
    check_alive(&mut client);
}

#[cfg(unix)]
#[test]
fn a_client_whose_process_has_ended() {
    let mut other = std::process::Command::new("true")
        .spawn()
        .expect("a process");
    let process = other.id();
    assert!(other.wait().is_ok());
    let mut client = Client::raw("ended", FILES);
    let params = json!({"processId": process, "capabilities": {}});
    let _ = client.send("initialize", params);
    assert_eq!(client.ended().code(), Some(1));
}

#[test]
fn megabytes_of_mistakes_take_what_their_text_takes() {
    let mut client = start("mistakes");
    let check = |client: &mut Client, text: &str| {
        client.change("Root.td", text);
        let told = client.diagnostics("Root.td");
        assert_eq!(told.lines().count(), 1_001, "{}", &told[..200]);
        let last = "more than 1,000 syntax errors: the rest of this file is not read";
        assert!(told.contains(last));
        client.change("Root.td", FILES.split_once('\n').expect("a line").1);
        check_alive(client);
        assert_eq!(client.diagnostics("Root.td"), "");
    };
    for unit in [";", ";\n", "@ ", "}\n)\n"] {
        check(
            &mut client,
            &format!("class A {{\n{}\n}}\n", unit.repeat(200_000)),
        );
    }
    check(
        &mut client,
        &format!("class A {{\n{}\n}}\n", ";".repeat(10_000_000)),
    );
    check_peak(client.process(), 2_000_000);
}

/// Unread messages are kept up to a limit; then the client counts as gone.
#[test]
fn a_client_that_does_not_read() {
    use std::io::{Read, Write};
    use std::process::{Command, Stdio};
    let mut server = Command::new(tests::binary("tablegen-analyzer"))
        .arg("lsp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = server.stdin.take().expect("standard input");
    let mut send = |message: Value| {
        let body = message.to_string();
        write!(input, "Content-Length: {}\r\n\r\n{body}", body.len()).is_ok()
    };
    let document = json!({"uri": "file:///nowhere/A.td", "languageId": "tablegen", "version": 1, "text": "def a { int b = 1; }\n".repeat(30_000)});
    send(
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}),
    );
    send(
        json!({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": document}}),
    );
    let uri = json!({"textDocument": {"uri": "file:///nowhere/A.td"}});
    let ask = |id: i64| json!({"jsonrpc": "2.0", "id": id, "method": "tablegen/syntaxTree", "params": uri});
    for id in 2..1000 {
        if !send(ask(id)) {
            break;
        }
        if server.try_wait().expect("a process").is_some() {
            break;
        }
        check_peak(server.id(), 1 << 20);
    }
    let mut said = String::new();
    let mut errors = server.stderr.take().expect("standard error");
    errors.read_to_string(&mut said).expect("text");
    assert_eq!(server.wait().expect("it ends").code(), Some(1), "{said}");
    assert!(
        said.contains("the client has not read 256 MiB of messages"),
        "{said}"
    );
}
