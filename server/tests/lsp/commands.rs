//! External commands that take long or fail, in the language server.
#![cfg(unix)]

use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tests::lsp::{Client, capabilities};

const FILES: &str = "\
//- Root.td
def A;
";

/// A command that reports its process id and never ends, with a child that never ends either.
const HANGS: &str = "sh -c 'echo $$ >> pids; sleep 600; echo'; echo";

/// A server with a command, which the settings name for the root or not.
fn start(name: &str, script: &str, is_named: bool) -> Client {
    start_with(name, script, is_named, "json")
}

fn start_with(name: &str, script: &str, is_named: bool, input: &str) -> Client {
    let command = ["sh", "-c", script];
    let named: &[&str] = if is_named { &["mine"] } else { &[] };
    let options = json!({
        "trusted": true,
        "external": [{"name": "mine", "command": command, "input": input, "language": "text"}],
        "units": [{"root": "Root.td", "backends": named}],
    });
    let mut client = Client::prepared(name, FILES, |_, server| {
        // Restores the default action of signals that are ignored, as under `nohup`.
        if cfg!(target_os = "linux") {
            let program = server.get_program().to_owned();
            *server = Command::new("env");
            server.arg("--default-signal").arg(program);
        }
    });
    client.initialize(&capabilities(), &options);
    client.open("Root.td");
    client.settle();
    client
}

/// Waits until `what` returns a value.
fn wait_for<T>(what: impl Fn() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(it) = what() {
            return it;
        }
        assert!(start.elapsed().as_secs() < 60, "it takes too long");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The process ids that a command has reported, once there are `count` of them.
fn processes(client: &Client, count: usize) -> Vec<String> {
    let file = client.dir.path().join("pids");
    wait_for(|| {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let is_told = text.lines().count() >= count && text.ends_with('\n');
        is_told.then(|| text.lines().map(str::to_owned).collect())
    })
}

/// Waits until a process has ended.
fn wait_for_end(process: &str) {
    wait_for(|| {
        let mut ps = Command::new("ps");
        let output = ps.args(["-o", "stat=", "-p", process]).output();
        let state = output.expect("ps runs").stdout;
        // Its parent may not have waited for it.
        matches!(state.trim_ascii().first(), None | Some(b'Z')).then_some(())
    });
}

fn ask_for_preview(client: &mut Client) -> i64 {
    client.send("tablegen/preview", json!({"backend": "mine"}))
}

fn show(client: &mut Client) -> Value {
    let params = json!({"backend": "print-records"});
    let preview = client.ask("tablegen/preview", params);
    preview.expect("a preview")["text"].clone()
}

#[test]
fn diagnostics_do_not_wait_for_a_command() {
    let mut client = start("command-named", HANGS, true);
    for number in 1..4 {
        let process = processes(&client, number).pop().expect("one");
        client.change("Root.td", &format!("def A : Missing{number};\n"));
        let want = format!("0:8-0:16 error: Couldn't find class 'Missing{number}'\n");
        client.wait(|it| it.published("Root.td").as_ref() == Some(&want));
        wait_for_end(&process);
    }
    // The server can end commands when it hangs up, but not when it is killed.
    client.hang_up();
    client.ended();
}

#[test]
fn an_edit_has_a_preview_made_anew() {
    let script = "if grep -q '\"B\"'; then echo new; else echo $$ >> pids; sleep 600; fi";
    let mut client = start("command-edited", script, false);
    let preview = ask_for_preview(&mut client);
    let process = processes(&client, 1).remove(0);
    client.change("Root.td", "def B;\n");
    assert_eq!(client.answer(preview).expect("a preview")["text"], "new\n");
    wait_for_end(&process);
}

#[test]
fn other_previews_do_not_wait_and_cancelling_ends_a_command() {
    let mut client = start("command-cancelled", HANGS, false);
    let preview = ask_for_preview(&mut client);
    let process = processes(&client, 1).remove(0);
    let text = show(&mut client).to_string();
    assert!(text.contains("def A"), "{text}");
    client.notify("$/cancelRequest", json!({"id": preview}));
    let error = client.answer(preview).expect_err("it is cancelled");
    assert_eq!(error["code"], -32800);
    wait_for_end(&process);
}

#[test]
fn no_command_outlives_the_server() {
    for is_named in [true, false] {
        let mut client = start("command-exit", HANGS, is_named);
        if !is_named {
            ask_for_preview(&mut client);
        }
        let process = processes(&client, 1).remove(0);
        let start = Instant::now();
        client.ask("shutdown", Value::Null).expect("it is heard");
        client.notify("exit", Value::Null);
        assert_eq!(client.ended().code(), Some(0));
        // It waits five seconds for answers.
        assert!(start.elapsed().as_secs() < 4);
        wait_for_end(&process);
    }
}

#[test]
fn no_command_outlives_a_server_that_a_signal_ends() {
    use std::os::unix::process::ExitStatusExt;
    for (signal, number) in [("HUP", 1), ("INT", 2), ("QUIT", 3), ("TERM", 15)] {
        for is_named in [true, false] {
            let mut client = start("command-signal", HANGS, is_named);
            if !is_named {
                ask_for_preview(&mut client);
            }
            let process = processes(&client, 1).remove(0);
            let server = client.process().to_string();
            let mut kill = Command::new("kill");
            let sent = kill.args(["-s", signal, &server]).status();
            assert!(sent.expect("kill runs").success());
            assert_eq!(client.ended().signal(), Some(number), "{signal}");
            wait_for_end(&process);
        }
    }
}

#[test]
fn a_server_that_is_not_to_hear_of_hang_ups() {
    let mut client = Client::prepared("command-nohup", FILES, |_, server| {
        let program = server.get_program().to_owned();
        *server = Command::new("nohup");
        server.arg(program);
    });
    client.initialize(&capabilities(), &json!({}));
    let server = client.process().to_string();
    let sent = Command::new("kill").args(["-s", "HUP", &server]).status();
    assert!(sent.expect("kill runs").success());
    assert!(client.ask("tablegen/units", json!({})).is_ok());
}

#[test]
fn a_command_that_fails_without_a_word() {
    let check = |script: &str, want: &str| {
        let mut client = start("command-fails", script, true);
        let want = format!("0:0-0:3 error: {want}\n");
        client.wait(|it| it.published("Root.td").as_ref() == Some(&want));
        let preview = ask_for_preview(&mut client);
        let preview = client.answer(preview).expect("a preview");
        let message = preview["diagnostics"][0]["message"].as_str();
        assert!(message.is_some_and(|it| want.contains(it)), "{preview}");
    };
    check("exit 3", "'sh' failed: exit status: 3");
    check("kill -9 $$", "'sh' failed: signal: 9 (SIGKILL)");
    check("echo oh >&2; exit 1", "oh");
}

/// The states of previews that were announced, each with its reason.
fn states(client: &Client) -> Vec<String> {
    let states = client.notifications.iter();
    let states = states.filter(|it| it["method"] == "tablegen/previewState");
    states
        .map(|it| {
            let text = |name: &str| it["params"][name].as_str().unwrap_or("").to_owned();
            format!("{} {}", text("state"), text("reason"))
        })
        .collect()
}

fn wait_for_state(client: &mut Client, state: &str) {
    client.wait(|it| states(it).last().is_some_and(|it| it == state));
}

#[test]
fn the_last_table_stays_while_a_command_fails() {
    let script = "if grep -q '\"B\"'; then echo oh >&2; exit 1; else echo good; fi";
    let mut client = start("command-last", script, false);
    let open = |client: &mut Client| {
        let preview = ask_for_preview(client);
        client.answer(preview).expect("a preview")
    };
    let first = open(&mut client);
    assert_eq!(first["text"], "good\n");
    client.change("Root.td", "def B;\n");
    wait_for_state(&mut client, "outdated oh");
    let lines = json!({"preview": first["preview"], "startLine": 0, "endLine": 9});
    let text = client.ask("tablegen/previewText", lines).expect("the text");
    assert_eq!(text["text"], "good\n");
    // A preview that is opened now has the table, too.
    let close = json!({"preview": first["preview"]});
    client
        .ask("tablegen/closePreview", close)
        .expect("it is closed");
    let before = states(&client).len();
    let second = open(&mut client);
    assert_eq!(second["text"], "good\n");
    assert_eq!(second["diagnostics"][0]["message"], "oh");
    client.wait(|it| states(it).len() > before);
    assert_eq!(
        states(&client).last().map(String::as_str),
        Some("outdated oh")
    );
    client.change("Root.td", "def C;\n");
    wait_for_state(&mut client, "current ");
}

#[test]
fn a_command_reads_the_files_on_disk() {
    let script = "for it in \"$0\" \"$@\"; do :; done; cat \"$it\"";
    let mut client = start_with("command-disk", script, false, "command-line");
    let preview = ask_for_preview(&mut client);
    let preview = client.answer(preview).expect("a preview");
    assert_eq!(preview["text"], "def A;\n");
    let unsaved = "outdated made of the files on disk: 'Root.td' has unsaved changes";
    client.change("Root.td", "def B;\n");
    wait_for_state(&mut client, unsaved);
    client.dir.write("Root.td", "def B;\n");
    let saved = json!({"textDocument": {"uri": client.uri("Root.td")}});
    client.notify("textDocument/didSave", saved);
    wait_for_state(&mut client, "current ");
    let lines = json!({"preview": preview["preview"], "startLine": 0, "endLine": 9});
    let text = client.ask("tablegen/previewText", lines).expect("the text");
    assert_eq!(text["text"], "def B;\n");
}

/// A message without a place is where its first note is.
#[test]
fn a_message_has_the_place_of_its_note() {
    let script = "echo 'error: no good' >&2; echo 'Root.td:2:5: note: here' >&2; exit 1";
    let mut client = start("command-note", script, true);
    client.change("Root.td", "def A;\ndef B;\n");
    client.wait(|it| {
        let told = it.published("Root.td");
        told.is_some_and(|it| it.starts_with("1:4-1:5 error: no good"))
    });
}
