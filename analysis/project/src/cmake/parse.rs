//! A parser for `CMakeLists.txt`. It yields the commands of the file, in order.

/// A command with its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Call {
    /// The name in lower case; CMake's command names are case-insensitive.
    pub name: String,
    pub args: Vec<Arg>,
}

/// An argument as written in the file, without quotes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Arg {
    pub text: String,
    pub quote: Quote,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quote {
    /// An unquoted argument. Semicolons in its value separate several arguments.
    None,
    Double,
    /// A bracket argument `[[…]]`, in which nothing is expanded.
    Bracket,
}

/// The commands of a file, in order. Text that cannot be parsed is skipped.
pub(super) fn calls(text: &str) -> Vec<Call> {
    let mut calls = Vec::new();
    let mut rest = text;
    loop {
        rest = skip_blank(rest);
        let Some(first) = rest.chars().next() else {
            return calls;
        };
        let length = rest.find(|it: char| !(it.is_ascii_alphanumeric() || it == '_'));
        let length = length.unwrap_or(rest.len());
        let (name, after) = rest.split_at(length);
        let open = skip_blank(after).strip_prefix('(');
        match open {
            Some(inside) if length > 0 => {
                let (args, after) = arguments(inside);
                calls.push(Call {
                    name: name.to_ascii_lowercase(),
                    args,
                });
                rest = after;
            }
            _ => rest = &rest[length.max(first.len_utf8())..],
        }
    }
}

/// The arguments up to the closing parenthesis, and the text after it. Each inner parenthesis is a separate argument,
/// because conditions need them.
fn arguments(text: &str) -> (Vec<Arg>, &str) {
    let mut args = Vec::new();
    let mut rest = text;
    let mut depth = 0;
    loop {
        rest = skip_blank(rest);
        let Some(first) = rest.chars().next() else {
            return (args, "");
        };
        match first {
            ')' if depth == 0 => return (args, &rest[1..]),
            '(' | ')' => {
                depth = if first == '(' { depth + 1 } else { depth - 1 };
                args.push(Arg {
                    text: first.to_string(),
                    quote: Quote::Double,
                });
                rest = &rest[1..];
            }
            '"' => {
                let end = end_of(&rest[1..], |it| it == '"');
                args.push(Arg {
                    text: rest[1..1 + end].to_owned(),
                    quote: Quote::Double,
                });
                rest = rest.get(end + 2..).unwrap_or("");
            }
            _ => match bracket(rest) {
                Some((inner, after)) => {
                    args.push(Arg {
                        text: inner.to_owned(),
                        quote: Quote::Bracket,
                    });
                    rest = after;
                }
                None => {
                    let stop = |it: char| it.is_whitespace() || "()\"#".contains(it);
                    let end = end_of(rest, stop).max(first.len_utf8());
                    args.push(Arg {
                        text: rest[..end].to_owned(),
                        quote: Quote::None,
                    });
                    rest = &rest[end..];
                }
            },
        }
    }
}

/// The byte offset of the first character that `stop` accepts and that is not escaped by a backslash; the length of the
/// text if `stop` accepts no such character.
fn end_of(text: &str, stop: impl Fn(char) -> bool) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if !escaped && stop(c) {
            return at;
        }
        escaped = c == '\\' && !escaped;
    }
    text.len()
}

/// The contents of a bracket argument or bracket comment at the start of `text`, and the text after it. `None` if no
/// bracket starts there.
fn bracket(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix('[')?;
    let length = inner.len() - inner.trim_start_matches('=').len();
    let inside = inner[length..].strip_prefix('[')?;
    let close = format!("]{}]", &inner[..length]);
    Some(inside.split_once(&close).unwrap_or((inside, "")))
}

fn skip_blank(text: &str) -> &str {
    let mut rest = text.trim_start();
    while let Some(comment) = rest.strip_prefix('#') {
        let after = match bracket(comment) {
            Some((_, after)) => after,
            None => comment.split_once('\n').map_or("", |(_, after)| after),
        };
        rest = after.trim_start();
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(text: &str) -> String {
        let calls = calls(text).into_iter().map(|call| {
            let args: Vec<_> = call.args.iter().map(|it| it.text.as_str()).collect();
            format!("{}({})", call.name, args.join("|"))
        });
        calls.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn commands_and_arguments() {
        let text = "# a(comment)\nSET (X a \"b \\\" c\" ${d})\n#[[ b(\n) ]] if(NOT (A OR B))\nx([=[ ]] )]=] e#f\n)endif()";
        assert_eq!(
            show(text),
            "set(X|a|b \\\" c|${d}) if(NOT|(|A|OR|B|)) x( ]] )|e) endif()"
        );
    }

    #[test]
    fn broken_files_end() {
        for text in [
            "(", "a(", "a(\"", "a([[", "a(()", "#[[", ")a)b(é", "a(\\", "é", "a b(c",
        ] {
            assert!(calls(text).len() <= 1, "{text}");
        }
    }
}
