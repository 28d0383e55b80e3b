//! `demo`: a short tour of the language server on a bundled example. The demo uses the protocol like an editor.

mod session;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io, process};

use serde_json::{Value, json};

use self::session::Session;
use driver::terminal;
use project::path;

/// The names and texts of the example's files.
const FILES: &[(&str, &str)] = &[
    ("Base.td", include_str!("../../examples/toy/Base.td")),
    (
        "Registers.td",
        include_str!("../../examples/toy/Registers.td"),
    ),
    (
        "Instructions.td",
        include_str!("../../examples/toy/Instructions.td"),
    ),
    ("Toy.td", include_str!("../../examples/toy/Toy.td")),
    ("Broken.td", include_str!("../../examples/toy/Broken.td")),
];

/// Runs the demo in a temporary folder and prints its transcript.
pub(crate) fn main() -> ExitCode {
    let result = make_folder().and_then(|folder| {
        let result = write_example(&folder).and_then(|()| tour(&folder));
        // If the folder cannot be removed, the demo still succeeds: the system cleans its temporary files itself.
        let _ = fs::remove_dir_all(&folder);
        result
    });
    match result {
        Ok(tour) => terminal::print(&tour),
        Err(error) => {
            terminal::eprint(format!("tablegen-analyzer: the demo failed: {error}\n").as_bytes());
            ExitCode::FAILURE
        }
    }
}

/// Creates a new temporary folder. On Unix, only the current user can access the folder. Other users may write to the
/// parent folder, so an existing folder of the same name is neither used nor removed.
fn make_folder() -> io::Result<PathBuf> {
    const ATTEMPTS: u32 = 100;
    #[cfg_attr(not(unix), expect(unused_mut))]
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    for number in 0..ATTEMPTS {
        let name = format!("tablegen-demo-{}-{number}", process::id());
        let folder = env::temp_dir().join(name);
        match builder.create(&folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return made.map(|()| folder),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

fn write_example(folder: &Path) -> io::Result<()> {
    for (name, text) in FILES {
        fs::write(folder.join(name), text)?;
    }
    Ok(())
}

/// The transcript of a session with the server.
fn tour(folder: &Path) -> io::Result<String> {
    // On Windows, `canonicalize` returns a path with the prefix `\\?\`, which a file URI cannot express.
    let folder = folder.canonicalize()?;
    let folder = PathBuf::from(path::normalize(&folder.to_string_lossy()));
    let program = env::current_exe()?;
    let mut session = Session::start(&program, &folder)?;
    let mut out = String::from(
        "An editor opens the files of a small target, examples/toy. What follows went through the language\n\
         server's protocol.\n",
    );
    errors(&mut session, &mut out)?;
    hover(&mut session, &mut out)?;
    jump(&mut session, &mut out)?;
    preview(&mut session, &mut out)?;
    session.stop()?;
    tags(&program, &folder, &mut out)?;
    Ok(out)
}

fn errors(session: &mut Session, out: &mut String) -> io::Result<()> {
    title(out, "Errors, all of them (llvm-tblgen stops at the first)");
    session.open("Broken.td", text("Broken.td"))?;
    for it in session.diagnostics_of("Broken.td")? {
        let start = &it["range"]["start"];
        let (line, column) = (number(&start["line"]), number(&start["character"]));
        let message = it["message"].as_str().unwrap_or_default();
        let _ = writeln!(out, "Broken.td:{}:{}: {message}", line + 1, column + 1);
        if let Some(source) = text("Broken.td").lines().nth(line) {
            let _ = writeln!(out, "    {}", source.trim());
        }
    }
    Ok(())
}

fn hover(session: &mut Session, out: &mut String) -> io::Result<()> {
    title(out, "Hovering ADDri in Toy.td: the record that a defm made");
    session.open("Toy.td", text("Toy.td"))?;
    let hover = session.ask("textDocument/hover", place(session, "Toy.td", "ADDri"))?;
    let markdown = hover["contents"]["value"].as_str().unwrap_or_default();
    // The text after the line `---` consists of links to definitions.
    let (record, _) = markdown.split_once("\n---").unwrap_or((markdown, ""));
    out.push_str(record.trim());
    out.push('\n');
    Ok(())
}

fn jump(session: &mut Session, out: &mut String) -> io::Result<()> {
    title(
        out,
        "Jumping from SystemRegister<\"status\", 0> to its class, and from there to TableRow",
    );
    for (name, word) in [
        ("SystemRegister", "SystemRegister<\"status\""),
        ("TableRow", "TableRow<name"),
    ] {
        let answer = session.ask("textDocument/definition", place(session, "Toy.td", word))?;
        let targets = match &answer {
            Value::Array(targets) => targets.as_slice(),
            one => std::slice::from_ref(one),
        };
        for target in targets {
            let file = target["uri"].as_str().and_then(|it| it.rsplit('/').next());
            let line = number(&target["range"]["start"]["line"]) + 1;
            let _ = writeln!(out, "{name} -> {}:{line}", file.unwrap_or_default());
        }
    }
    Ok(())
}

fn preview(session: &mut Session, out: &mut String) -> io::Result<()> {
    title(
        out,
        "A live preview of print-records, around the record MEM_w_load",
    );
    let document = json!({"uri": session.uri("Toy.td")});
    let preview = session.ask(
        "tablegen/preview",
        json!({"textDocument": document, "backend": "print-records", "around": "MEM_w_load", "maxLines": 16}),
    )?;
    let shown = preview["text"].as_str().unwrap_or_default();
    let lines = number(&preview["totalLines"]);
    let _ = writeln!(out, "... (of {lines} lines)\n{}\n...", shown.trim_end());
    let old = text("Instructions.td");
    let new = old.replace("true: 10), width", "true: 11), width");
    session.open("Instructions.td", old)?;
    session.change("Instructions.td", &new)?;
    let _ = writeln!(
        out,
        "\nSomebody types: !cond(..., true: 10) becomes !cond(..., true: 11). The server sends\nwhat that changes in the table:"
    );
    let changed = session.notification("tablegen/previewChanged")?;
    for edit in changed["edits"].as_array().into_iter().flatten() {
        let start = number(&edit["startLine"]);
        for (index, line) in edit["text"]
            .as_str()
            .unwrap_or_default()
            .lines()
            .enumerate()
        {
            let _ = writeln!(out, "{:>5}: {}", start + index + 1, shorten(line));
        }
    }
    Ok(())
}

fn tags(program: &Path, folder: &Path, out: &mut String) -> io::Result<()> {
    title(out, "Tags of Instructions.td");
    let output = process::Command::new(program)
        .args(["tags", "-q", "-f", "-", "Instructions.td"])
        .current_dir(folder)
        .output()?;
    let tags = String::from_utf8_lossy(&output.stdout);
    for line in tags
        .lines()
        .filter(|it| it.contains("Instructions.td"))
        .take(6)
    {
        let _ = writeln!(out, "{}", line.replace('\t', "  "));
    }
    let _ = writeln!(out, "...");
    Ok(())
}

fn title(out: &mut String, title: &str) {
    let _ = writeln!(out, "\n== {title}\n");
}

fn text(name: &str) -> &'static str {
    let file = FILES.iter().find(|(it, _)| *it == name);
    file.map_or("", |(_, text)| text)
}

/// The parameters of a request about the first occurrence of `word` in the file `name`.
fn place(session: &Session, name: &str, word: &str) -> Value {
    let text = text(name);
    let before = &text[..text.find(word).unwrap_or(0)];
    let line = before.matches('\n').count();
    let column = before.len() - before.rfind('\n').map_or(0, |it| it + 1);
    json!({
        "textDocument": {"uri": session.uri(name)},
        "position": {"line": line, "character": column},
    })
}

fn number(value: &Value) -> usize {
    value.as_u64().map_or(0, |it| it as usize)
}

fn shorten(line: &str) -> String {
    const WIDTH: usize = 100;
    match line.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line.to_owned(),
    }
}
