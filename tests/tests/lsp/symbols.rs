//! Symbols of the workspace.

use expect_test::expect;
use serde_json::{Value, json};
use tests::lsp::{Client, show_range};

fn show(client: &Client, answer: &Value) -> String {
    let symbols = answer.as_array().into_iter().flatten();
    let lines = symbols.map(|it| {
        let at = &it["location"];
        let place = format!(
            "{} {}",
            client.show_uri(&at["uri"]),
            show_range(&at["range"])
        );
        format!("{} {place}\n", it["name"].as_str().unwrap_or(""))
    });
    lines.collect()
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
    let answer = client.ask("workspace/symbol", json!({"query": "add"}));
    expect![[r#"
        Address Base.td 1:6-1:13
        ADDx Root.td 2:4-2:8
        ADDri Base.td 0:30-0:32
        ADDrr Base.td 0:22-0:24
    "#]]
    .assert_eq(&show(&client, &answer.expect("an answer")));
    let answer = client.ask("workspace/symbol", json!({"query": "nothing like it"}));
    assert_eq!(show(&client, &answer.expect("an answer")), "");
}
