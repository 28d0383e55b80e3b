//! Trace, progress that can be cancelled, and answers in pieces.

use serde_json::{Value, json};
use tests::lsp::Client;

/// Files whose check takes a while, except the open one.
fn long() -> String {
    let statement = |n| format!("def r{n} : Sum<{n}>;\n");
    let statements: String = (0..6400).map(statement).collect();
    format!(
        "\
//- Long.td
class Sum<int n> {{ int value = !foldl(n, !range(3000), a, b, !add(a, b)); }}
{statements}//- Root.td
include \"Long.td\"
def $0last : Sum<1>;
"
    )
}

/// The values of `$/progress` under a token, in order.
fn progress(client: &Client, token: &Value) -> Vec<Value> {
    let all = client.notifications.iter();
    let own = all.filter(|it| it["method"] == "$/progress" && it["params"]["token"] == *token);
    own.map(|it| it["params"]["value"].clone()).collect()
}

fn kinds(client: &Client, token: &Value) -> Vec<String> {
    let values = progress(client, token).into_iter();
    values
        .map(|it| it["kind"].as_str().unwrap_or("?").to_owned())
        .collect()
}

/// The token of the first work that was begun.
fn begun(client: &Client) -> Option<Value> {
    let mut all = client.notifications.iter();
    let is_begin =
        |it: &&Value| it["method"] == "$/progress" && it["params"]["value"]["kind"] == "begin";
    all.find(is_begin).map(|it| it["params"]["token"].clone())
}

fn state(client: &mut Client) -> Value {
    let units = client.ask("tablegen/units", json!({})).expect("a list");
    units[0]["state"].clone()
}

#[test]
fn a_long_check_shows_and_can_be_cancelled() {
    let mut client = Client::new("progress", &long());
    client.open("Root.td");
    client.wait(|it| begun(it).is_some());
    let token = begun(&client).expect("it has begun");
    assert_eq!(progress(&client, &token)[0]["cancellable"], true);
    // Other requests are answered meanwhile.
    let at = client.at_cursor();
    let hover = client.ask("textDocument/hover", at).expect("a hover");
    assert!(hover["contents"].to_string().contains("4498501"), "{hover}");
    assert!(!kinds(&client, &token).contains(&"end".to_owned()));
    assert_eq!(state(&mut client), "checking");

    client.notify("window/workDoneProgress/cancel", json!({"token": token}));
    client.wait(|it| kinds(it, &token).last().is_some_and(|it| it == "end"));
    client.wait(|it| {
        let mut all = it.notifications.iter();
        all.any(|it| it["method"] == "tablegen/status" && it["params"]["state"] == "stopped")
    });
    assert_eq!(state(&mut client), "stopped");
    // An edit starts a new check.
    client.change("Root.td", "def r : Missing;\n");
    assert!(client.diagnostics("Root.td").contains("Missing"));
    assert_eq!(state(&mut client), "ready");
}

#[test]
fn a_client_that_does_not_want_to_be_told() {
    let mut client = Client::new("silent-progress", &long());
    client.refused = vec!["window/workDoneProgress/create"];
    client.open("Root.td");
    client.wait(|it| {
        it.asked
            .iter()
            .any(|it| it == "window/workDoneProgress/create")
    });
    for _ in 0..20 {
        std::thread::sleep(std::time::Duration::from_millis(50));
        client.ask("tablegen/units", json!({})).expect("a list");
    }
    assert_eq!(begun(&client), None);
}

const MANY: usize = 1200;

fn many() -> String {
    let statements: String = (0..MANY).map(|n| format!("def r{n} : Row;\n")).collect();
    format!("//- Root.td\nclass $0Row;\n{statements}")
}

/// Asks with and without partial results. Both must give the same answer.
fn in_pieces(client: &mut Client, method: &str, mut params: Value) {
    let whole = client.ask(method, params.clone()).expect("an answer");
    let token = json!(format!("pieces of {method}"));
    params["partialResultToken"] = token.clone();
    params["workDoneToken"] = json!(7);
    let rest = client.ask(method, params).expect("an answer");
    assert_eq!(rest, json!([]));
    let pieces = progress(client, &token);
    assert!(pieces.len() > 1, "{}", pieces.len());
    let parts = pieces
        .iter()
        .flat_map(|it| it.as_array().expect("a list").clone());
    assert_eq!(Value::Array(parts.collect()), whole);
    client.wait(|it| kinds(it, &json!(7)).len() >= 2);
    assert_eq!(kinds(client, &json!(7)), ["begin", "end"]);
    client.notifications.clear();
}

#[test]
fn large_answers_in_pieces() {
    let mut client = Client::new("pieces", &many());
    client.open("Root.td");
    client.settle();
    let mut params = client.at_cursor();
    params["context"] = json!({"includeDeclaration": true});
    in_pieces(&mut client, "textDocument/references", params);
    in_pieces(&mut client, "workspace/symbol", json!({"query": "r"}));
}

#[test]
fn diagnostics_of_a_workspace_in_pieces() {
    let mut client = Client::new("pieces-pull", "//- Root.td\ndef r : Missing;\n");
    client.open("Root.td");
    client.settle();
    let params = json!({"previousResultIds": [], "partialResultToken": "all"});
    let rest = client
        .ask("workspace/diagnostic", params)
        .expect("a report");
    assert_eq!(rest, json!({"items": []}));
    let pieces = progress(&client, &json!("all"));
    assert_eq!(pieces[0]["items"][0]["uri"], client.uri("Root.td"));
}

/// The trace since the last call.
fn traced(client: &mut Client) -> Vec<Value> {
    client.ask("tablegen/units", json!({})).expect("a list");
    let all = std::mem::take(&mut client.notifications);
    let traced = all.into_iter().filter(|it| it["method"] == "$/logTrace");
    traced.map(|it| it["params"].clone()).collect()
}

#[test]
fn the_server_tells_what_it_does() {
    let mut client = Client::new("trace", "//- Root.td\ndef $0r;\n");
    client.open("Root.td");
    client.settle();
    let hover = client.at_cursor();
    client
        .ask("textDocument/hover", hover.clone())
        .expect("a hover");
    assert_eq!(traced(&mut client), Vec::<Value>::new());

    client.notify("$/setTrace", json!({"value": "messages"}));
    client
        .ask("textDocument/hover", hover.clone())
        .expect("a hover");
    let messages = traced(&mut client);
    let says = |all: &[Value], start: &str, end: &str| {
        all.iter().any(|it| {
            let text = it["message"].as_str().unwrap_or("");
            text.starts_with(start) && text.contains(end)
        })
    };
    assert!(
        says(&messages, "textDocument/hover (", ") received"),
        "{messages:?}"
    );
    assert!(
        says(&messages, "textDocument/hover (", ") answered after "),
        "{messages:?}"
    );
    assert!(messages.iter().all(|it| it.get("verbose").is_none()));

    client.notify("$/setTrace", json!({"value": "verbose"}));
    client
        .ask("textDocument/hover", hover.clone())
        .expect("a hover");
    let verbose = traced(&mut client);
    assert!(verbose.iter().any(|it| {
        it["verbose"]
            .as_str()
            .is_some_and(|it| it.contains("def r"))
    }));

    client.notify("$/setTrace", json!({"value": "off"}));
    traced(&mut client);
    client.ask("textDocument/hover", hover).expect("a hover");
    assert_eq!(traced(&mut client), Vec::<Value>::new());
}
