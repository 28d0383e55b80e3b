//! A lexer for Starlark, including the indentation of blocks.

/// The approximate limit of the number of tokens of a file.
const MAX_TOKENS: usize = 1 << 20;
/// The greatest depth of indentation. Deeper blocks count as part of the enclosing block.
const MAX_INDENTS: usize = 100;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    Word(String),
    Text(String),
    Int(i64),
    /// An operator or bracket.
    Sign(String),
    Newline,
    Indent,
    Dedent,
}

pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    // The columns at which the enclosing blocks start.
    let mut indents = vec![0];
    let mut brackets = 0_usize;
    let mut at_start = true;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if found.len() > MAX_TOKENS {
            break;
        }
        if at_start && brackets == 0 {
            let column = rest.len() - rest.trim_start_matches([' ', '\t']).len();
            rest = &rest[column..];
            at_start = false;
            if !rest.is_empty() && !rest.starts_with(['\n', '\r', '#']) {
                indent(column, &mut indents, &mut found);
            }
            continue;
        }
        match first {
            '\n' => {
                if brackets == 0 && !matches!(found.last(), None | Some(Token::Newline)) {
                    found.push(Token::Newline);
                }
                at_start = true;
                rest = &rest[1..];
            }
            '#' => rest = &rest[rest.find('\n').unwrap_or(rest.len())..],
            '\\' if rest[1..].starts_with('\n') => rest = &rest[2..],
            '"' | '\'' => {
                let (text, after) = string(rest, false);
                found.push(Token::Text(text));
                rest = after;
            }
            'r' | 'b' if rest[1..].starts_with(['"', '\'']) => {
                let (text, after) = string(&rest[1..], true);
                found.push(Token::Text(text));
                rest = after;
            }
            _ if first.is_ascii_digit() => {
                let length = length_of(rest, |it| it.is_ascii_alphanumeric());
                found.push(Token::Int(rest[..length].parse().unwrap_or(0)));
                rest = &rest[length..];
            }
            _ if first == '_' || first.is_alphabetic() => {
                let length = length_of(rest, |it| it == '_' || it.is_alphanumeric());
                found.push(Token::Word(rest[..length].to_owned()));
                rest = &rest[length..];
            }
            _ if first.is_whitespace() => rest = &rest[first.len_utf8()..],
            _ => {
                let doubled = [
                    "**", "//", "==", "!=", "<=", ">=", "+=", "-=", "*=", "|=", "%=",
                ];
                let sign = doubled.iter().find(|it| rest.starts_with(**it));
                let length = sign.map_or(first.len_utf8(), |it| it.len());
                match first {
                    '(' | '[' | '{' => brackets += 1,
                    ')' | ']' | '}' => brackets = brackets.saturating_sub(1),
                    _ => {}
                }
                found.push(Token::Sign(rest[..length].to_owned()));
                rest = &rest[length..];
            }
        }
    }
    found.push(Token::Newline);
    found.extend(indents[1..].iter().map(|_| Token::Dedent));
    found
}

fn indent(column: usize, indents: &mut Vec<usize>, found: &mut Vec<Token>) {
    let around = indents.last().copied().unwrap_or(0);
    if column > around && indents.len() < MAX_INDENTS {
        indents.push(column);
        found.push(Token::Indent);
    }
    while indents.len() > 1 && indents.last().is_some_and(|it| *it > column) {
        indents.pop();
        found.push(Token::Dedent);
    }
}

fn length_of(text: &str, accepts: impl Fn(char) -> bool) -> usize {
    text.find(|it| !accepts(it)).unwrap_or(text.len())
}

/// The value of the string literal at the start of `text`, and the text after it.
fn string(text: &str, is_raw: bool) -> (String, &str) {
    let quote = &text[..1];
    let triple = quote.repeat(3);
    let (end, mut rest) = match text.strip_prefix(triple.as_str()) {
        Some(rest) => (triple.as_str(), rest),
        None => (quote, &text[1..]),
    };
    let mut value = String::new();
    while let Some(c) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix(end) {
            return (value, after);
        }
        if c == '\n' && end.len() == 1 {
            return (value, rest);
        }
        rest = &rest[c.len_utf8()..];
        match rest.chars().next() {
            Some(escaped) if c == '\\' && !is_raw => {
                rest = &rest[escaped.len_utf8()..];
                match escaped {
                    'n' => value.push('\n'),
                    't' => value.push('\t'),
                    '\n' => {}
                    it => value.push(it),
                }
            }
            _ => value.push(c),
        }
    }
    (value, "")
}
