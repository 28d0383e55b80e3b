//! Open previews cost nothing during typing: they come after the diagnostics, once typing has stopped.
//!
//! `TABLEGEN_LLVM` names LLVM 19's sources: the storm is in X86, and its figures are printed. It begins when the server
//! is idle, and memory is measured when it is idle again: then the results of the server's own searches in the target
//! exist with previews and without.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tests::lsp::{Client, position};
use tests::usage::{peak_kib, processor_time, wait_for_rest};

const FILES: &str = "\
//- Root.td
class Reg<int n> { int Number = n; }
def R0 : Reg<0>;
";

fn root() -> &'static str {
    FILES.split_once('\n').expect("a name").1
}

fn has(it: &Value, method: &str) -> bool {
    it["method"] == method
}

fn open_preview(client: &mut Client, uri: &str, backend: &str) -> Value {
    let params = json!({"textDocument": {"uri": uri}, "backend": backend});
    client.ask("tablegen/preview", params).expect("a preview")
}

#[test]
fn a_preview_comes_after_the_diagnostics() {
    let mut client = Client::new("storm-order", FILES);
    client.open("Root.td");
    client.settle();
    let uri = client.uri("Root.td");
    open_preview(&mut client, &uri, "print-records");
    let before = client.notifications.len();
    client.change("Root.td", &(root().to_owned() + "def R1 : Reg<1>;\nfoo;\n"));
    client.change("Root.td", &(root().to_owned() + "def R1 : Reg<1>;\n"));
    let is_change = |it: &Value| has(it, "tablegen/previewChanged");
    client.wait(|it| it.notifications[before..].iter().any(is_change));
    let since = &client.notifications[before..];
    let changed = since.iter().position(is_change);
    let is_ready = |it: &Value| has(it, "tablegen/status") && it["params"]["state"] == "ready";
    let ready = since.iter().position(is_ready);
    assert!(ready.is_some() && ready < changed, "{since:?}");
}

#[test]
fn a_preview_waits_until_nobody_types() {
    let mut client = Client::new("storm-rest", FILES);
    client.open("Root.td");
    client.settle();
    let uri = client.uri("Root.td");
    let preview = open_preview(&mut client, &uri, "print-records");
    let before = client.notifications.len();
    for number in 1..=20 {
        let text = format!("{}def R{number} : Reg<{number}>;\n", root());
        client.change("Root.td", &text);
        client.settle();
    }
    let is_change = |it: &&Value| has(it, "tablegen/previewChanged");
    client.wait(|it| {
        let mut changes = it.notifications[before..].iter();
        let last = changes.rfind(is_change);
        last.is_some_and(|it| it["params"]["edits"].to_string().contains("R20"))
    });
    let changes = client.notifications[before..].iter().filter(is_change);
    assert_eq!(changes.count(), 1);
    let lines = json!({"preview": preview["preview"], "startLine": 0, "endLine": 1000});
    let text = client.ask("tablegen/previewText", lines).expect("a text");
    assert!(
        text["text"]
            .as_str()
            .is_some_and(|it| it.contains("def R20"))
    );
}

/// The cost of a storm.
struct Figures {
    time: Duration,
    /// The processor time of the server, which is independent of the machine's load, unlike the wall-clock time.
    processor: Duration,
    /// The time from the last letter until everything open equals that of a fresh server.
    fresh: Duration,
    peak_mib: u64,
    /// Whether outdated previews were marked.
    is_marked: bool,
}

impl std::fmt::Display for Figures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Figures {
            time,
            processor,
            fresh,
            peak_mib,
            is_marked,
        } = self;
        write!(
            f,
            "{time:.1?}, {processor:.2?} on a core, fresh after {fresh:.1?}, {peak_mib} MiB, marked: {is_marked}"
        )
    }
}

const FILE: &str = "llvm/lib/Target/X86/X86InstrArithmetic.td";
const PREVIEWS: [&str; 3] = ["gen-instr-info", "gen-register-info", "gen-callingconv"];
const TYPED: &str = "\
def LEA32storm : I<0x8D, MRMSrcMem, (outs GR32:$dst), (ins anymem:$src),
                   \"lea{l}\\t{$src|$dst}, {$dst|$src}\",
                   [(set GR32:$dst, lea32addr:$src)]>, OpSize32, Requires<[Not64BitMode]>;
";

/// Memory that happens to be in use on one thread or another.
const NOISE_MIB: f64 = 10.0;

/// Types a definition letter by letter; each letter is followed by an editor's usual requests, and the next one by the
/// answers.
fn storm(corpus: &Path, previews: &[&str]) -> Figures {
    let file = corpus.join(FILE);
    let name = file.to_str().expect("a path");
    let text = std::fs::read_to_string(&file).expect("a file");
    let mut client = Client::new("storm", "");
    client.open_text(name, &text);
    client.settle();
    wait_for_rest(client.pid());
    let uri = client.uri(name);
    let open: Vec<Value> = previews
        .iter()
        .map(|it| open_preview(&mut client, &uri, it)["preview"].clone())
        .collect();
    wait_for_rest(client.pid());
    let busy = processor_time(client.pid());
    let before = client.notifications.len();
    let began = Instant::now();
    let at = text.find("def LEA16r").expect("a definition");
    let place = position(&text, at);
    let mut line = place["line"].as_u64().expect("a line");
    let mut column = 0;
    let names = ["LEA32first", "LEA32second", "LEA32third", "LEA32last"];
    let typed = names.map(|it| TYPED.replace("LEA32storm", it)).concat();
    for letter in typed.chars() {
        let here = json!({"line": line, "character": column});
        let range = json!({"start": here, "end": here});
        let change = json!([{"range": range, "text": letter.to_string()}]);
        client.changes(name, change);
        match letter {
            '\n' => (line, column) = (line + 1, 0),
            _ => column += 1,
        }
        let here = json!({"line": line, "character": column});
        let params = json!({"textDocument": {"uri": uri}, "position": here});
        let asked = ["textDocument/completion", "textDocument/hover"]
            .map(|it| client.send(it, params.clone()));
        for id in asked {
            // The answer for half a word is not checked.
            let _ = client.answer(id);
        }
    }
    client.settle();
    let time = began.elapsed();
    let processor = processor_time(client.pid()) - busy;
    let is_change = |it: &&Value| has(it, "tablegen/previewChanged");
    if !previews.is_empty() {
        client.wait(|it| {
            it.notifications[before..]
                .iter()
                .any(|it| is_change(&it) && it["params"]["preview"] == open[0])
        });
    }
    let fresh = began.elapsed() - time;
    wait_for_rest(client.pid());
    let peak_mib = peak_kib(client.pid()) / 1024;
    for (preview, backend) in open.iter().zip(previews) {
        let lines = json!({"preview": preview, "startLine": 0, "endLine": 1_000_000});
        let followed = client.ask("tablegen/previewText", lines).expect("a text");
        let anew = open_preview(&mut client, &uri, backend);
        assert!(followed["text"] == anew["text"], "{backend}");
    }
    Figures {
        time,
        processor,
        fresh,
        peak_mib,
        is_marked: client
            .notifications
            .iter()
            .any(|it| has(it, "tablegen/previewState") && it["params"]["state"] == "outdated"),
    }
}

#[test]
#[ignore = "reads TABLEGEN_LLVM"]
fn a_storm_with_previews_and_without() {
    let corpus = std::env::var("TABLEGEN_LLVM").expect("TABLEGEN_LLVM is set");
    let corpus = Path::new(&corpus);
    let mut best: [Option<Figures>; 2] = [None, None];
    let mut peaks: [u64; 2] = [u64::MAX; 2];
    for _ in 0..3 {
        let all = best.iter_mut().zip(&mut peaks);
        for ((best, peak), previews) in all.zip([&[], &PREVIEWS[..]]) {
            let figures = storm(corpus, previews);
            *peak = figures.peak_mib.min(*peak);
            println!("{} previews: {figures}", previews.len());
            let is_better = best
                .as_ref()
                .is_none_or(|it| figures.processor < it.processor);
            *best = is_better.then_some(figures).or(best.take());
        }
    }
    let [Some(without), Some(with)] = best else {
        unreachable!("there were three of each");
    };
    let most = without.processor.mul_f64(1.05) + Duration::from_millis(100);
    assert!(
        with.processor <= most,
        "{with} with previews, {without} without"
    );
    assert!(
        with.fresh <= Duration::from_secs(1) || with.is_marked,
        "{with}"
    );
    let [without, with] = peaks;
    assert!(
        with as f64 <= without as f64 * 1.05 + NOISE_MIB,
        "{with} MiB with previews, {without} MiB without"
    );
}
