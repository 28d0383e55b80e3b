//! `@file` on a command line: the arguments in that file, quoted as in a shell or, on Windows, as on a Windows command
//! line.

use crate::disk;

/// The maximum number of arguments after expansion. A file may name other files several times, so the number could
/// otherwise grow exponentially.
const MAX_ARGS: usize = 1 << 20;

/// Replaces each `@file` by the arguments in that file. If the file cannot be read, `@file` remains an argument. An
/// error if a file contains itself or if there are more than [`MAX_ARGS`] arguments.
pub(super) fn expand(args: &[String]) -> Result<Vec<String>, String> {
    let mut expanded = Vec::new();
    // The arguments still to be expanded, last first, each with the number of open files that contain it.
    let mut pending: Vec<(usize, String)> = args.iter().rev().map(|it| (0, it.clone())).collect();
    let mut open: Vec<std::path::PathBuf> = Vec::new();
    let mut steps = 0;
    while let Some((depth, arg)) = pending.pop() {
        open.truncate(depth);
        steps += 1;
        if steps > MAX_ARGS || pending.len() > MAX_ARGS {
            return Err("too many arguments in response files".to_owned());
        }
        let path = arg
            .strip_prefix('@')
            .and_then(|it| std::fs::canonicalize(it).ok());
        let text = path.as_ref().and_then(|it| disk::read(it).ok());
        match path.zip(text) {
            None => expanded.push(arg),
            Some((path, _)) if open.contains(&path) => {
                return Err(format!("recursive expansion of: '{}'", path.display()));
            }
            Some((path, text)) => {
                open.push(path);
                let text = String::from_utf8_lossy(&text);
                let text = text.trim_start_matches('\u{feff}');
                let inner = if cfg!(windows) {
                    tokens_on_windows(text)
                } else {
                    tokens(text)
                };
                pending.extend(inner.into_iter().rev().map(|it| (open.len(), it)));
            }
        }
    }
    Ok(expanded)
}

/// Splits a text into arguments at white space outside of quotes. A backslash escapes the next character, also inside
/// quotes.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut token = String::new();
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => token.push(chars.next().unwrap_or('\\')),
            _ if quote == Some(c) => quote = None,
            '\'' | '"' if quote.is_none() => quote = Some(c),
            ' ' | '\t' | '\r' | '\n' if quote.is_none() => {
                if !token.is_empty() {
                    tokens.push(std::mem::take(&mut token));
                }
            }
            _ => token.push(c),
        }
    }
    if !token.is_empty() {
        tokens.push(token);
    }
    tokens
}

/// Splits a text into arguments as programs on Windows split their command lines. `\` is an ordinary character, unless
/// a sequence of `\` precedes a quote. Then each pair of them is one `\`, and a remaining `\` makes the quote ordinary.
fn tokens_on_windows(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut token: Option<String> = None;
    let mut is_quoted = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                let mut count = 1;
                while chars.next_if_eq(&'\\').is_some() {
                    count += 1;
                }
                let token = token.get_or_insert_default();
                if chars.peek() == Some(&'"') {
                    token.extend(std::iter::repeat_n('\\', count / 2));
                    token.extend((count % 2 == 1).then(|| chars.next()).flatten());
                } else {
                    token.extend(std::iter::repeat_n('\\', count));
                }
            }
            '"' => {
                let token = token.get_or_insert_default();
                // Two quotes in a row within quotes are one ordinary quote.
                if is_quoted && chars.next_if_eq(&'"').is_some() {
                    token.push('"');
                } else {
                    is_quoted = !is_quoted;
                }
            }
            ' ' | '\t' | '\r' | '\n' if !is_quoted => tokens.extend(token.take()),
            _ => token.get_or_insert_default().push(c),
        }
    }
    tokens.extend(token);
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoting() {
        let check = |text, want: &[&str]| assert_eq!(tokens(text), want);
        check("-I 'a b'  -o\nx", &["-I", "a b", "-o", "x"]);
        check(r#"-D"X" a\ b "c\"d""#, &["-DX", "a b", "c\"d"]);
        check("'' open'quote ", &["openquote "]);
    }

    #[test]
    fn quoting_on_windows() {
        let check = |text, want: &[&str]| assert_eq!(tokens_on_windows(text), want, "{text}");
        check(r#"-I "C:\a b" C:\c\d.td"#, &["-I", r"C:\a b", r"C:\c\d.td"]);
        check(
            r#"-D"X" a\"b "c\\" \\\"d '"#,
            &["-DX", "a\"b", r"c\", r#"\"d"#, "'"],
        );
        check("\"\" x\r\n\"a\"\"b\" \"open", &["", "x", "a\"b", "open"]);
    }

    #[test]
    fn files_that_include_themselves_are_an_error() {
        let dir = std::env::temp_dir().join(format!("response-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        let file = dir.join("args");
        let arg = format!("@{}", file.display());
        std::fs::write(&file, "-Ia b.td").unwrap();
        assert_eq!(
            expand(&[arg.clone(), "@none".into()]).unwrap(),
            ["-Ia", "b.td", "@none"]
        );
        std::fs::write(&file, format!("-Ia {arg}")).unwrap();
        assert!(
            expand(&[arg])
                .unwrap_err()
                .starts_with("recursive expansion of: ")
        );
        std::fs::remove_dir_all(&dir).unwrap();
    }
}
