//! Simplifies C++ conditions: removes redundant parentheses and constant operands.

/// The maximum length of a condition that is simplified, in bytes. The work may grow with the square of the length, for
/// each level of nesting.
const MAX_LENGTH: usize = 4_000;
/// The maximum nesting depth of a part that is simplified.
const MAX_DEPTH: usize = 100;

/// A condition with the same value, without redundant parentheses, `true &&` and `false ||`. Code that this module
/// cannot parse is not changed.
pub fn simplified(condition: &str) -> String {
    if condition.len() > MAX_LENGTH {
        return condition.to_owned();
    }
    simplify(condition, 0).text
}

/// A simplified condition, and how tightly its outermost operator binds.
struct Simple {
    text: String,
    binds: Binds,
}

/// The precedence of the outermost operator of a condition, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binds {
    /// An assignment, a comma or `?:`, or code that this module cannot parse.
    Loosely,
    Or,
    And,
    /// Another operator between two operands.
    Tightly,
    /// A call, a name or a negation.
    Primary,
}

fn simplify(text: &str, depth: usize) -> Simple {
    let mut text = text.trim();
    while let Some(inner) = in_parentheses(text) {
        text = inner;
    }
    let simple = |text: String, binds| Simple { text, binds };
    let scan = Scan::new(text);
    if depth == MAX_DEPTH || scan.is_loose {
        return simple(text.to_owned(), Binds::Loosely);
    }
    for (operator, cuts, binds, neutral) in [
        ("||", &scan.ors, Binds::Or, "false"),
        ("&&", &scan.ands, Binds::And, "true"),
    ] {
        if cuts.is_empty() {
            continue;
        }
        let starts = std::iter::once(0).chain(cuts.iter().map(|it| it + 2));
        let ends = cuts.iter().copied().chain([text.len()]);
        let parts = starts
            .zip(ends)
            .map(|(start, end)| simplify(&text[start..end], depth + 1));
        let mut parts: Vec<Simple> = parts.collect();
        let deciding = if neutral == "true" { "false" } else { "true" };
        if parts.iter().any(|it| it.text == deciding) {
            return simple(deciding.to_owned(), Binds::Primary);
        }
        parts.retain(|it| it.text != neutral);
        return match parts.len() {
            0 => simple(neutral.to_owned(), Binds::Primary),
            1 => parts.remove(0),
            _ => {
                let parts = parts.iter().map(|it| match it.binds {
                    // Parentheses are not needed within the same operator, which is associative. Compilers warn about
                    // `&&` within `||` without parentheses.
                    Binds::Tightly | Binds::Primary => it.text.clone(),
                    own if own == binds => it.text.clone(),
                    _ => format!("({})", it.text),
                });
                simple(
                    parts.collect::<Vec<_>>().join(&format!(" {operator} ")),
                    binds,
                )
            }
        };
    }
    if let Some(inner) = text.strip_prefix('!').and_then(in_parentheses) {
        let inner = simplify(inner, depth + 1);
        let negated = match (&*inner.text, inner.binds) {
            ("true", _) => "false".to_owned(),
            ("false", _) => "true".to_owned(),
            (it, Binds::Primary) if !it.starts_with('!') => format!("!{it}"),
            (it, _) => format!("!({it})"),
        };
        return simple(negated, Binds::Primary);
    }
    let binds = if scan.has_operator {
        Binds::Tightly
    } else {
        Binds::Primary
    };
    simple(with_single_parentheses(text), binds)
}

/// The code between parentheses that enclose the whole text. `None` if there are no such parentheses or nothing is
/// between them.
fn in_parentheses(text: &str) -> Option<&str> {
    let text = text.trim();
    if !text.starts_with('(') || closing(text, 0)? + 1 != text.len() {
        return None;
    }
    let inner = text[1..text.len() - 1].trim();
    (!inner.is_empty()).then_some(inner)
}

/// The code with each `((…))` replaced by `(…)`.
fn with_single_parentheses(text: &str) -> String {
    let mut out = text.to_owned();
    let mut at = 0;
    while let Some(found) = out[at..].find("((") {
        at += found;
        let pair = closing(&out, at).zip(closing(&out, at + 1));
        let inner = pair.filter(|(outer, inner)| inner + 1 == *outer);
        match inner {
            // Without the inner parentheses, a comma operator would become a separator of arguments.
            Some((outer, inner)) if !Scan::new(&out[at + 2..inner]).has_comma => {
                out.remove(outer);
                out.remove(at);
            }
            _ => at += 1,
        }
    }
    out
}

/// The index of the bracket that closes the bracket at index `open`. `None` if the brackets do not match.
fn closing(text: &str, open: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (open, 0usize);
    while at < bytes.len() {
        match bytes[at] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            b'"' | b'\'' => at = end_of_literal(bytes, at),
            _ => {}
        }
        at += 1;
    }
    None
}

/// The index of the quote that ends the literal that begins at `start`, or the end of the text.
fn end_of_literal(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != bytes[start] {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at
}

/// The operators of a condition outside of brackets. `ors` and `ands` are byte offsets of `||` and `&&`.
#[derive(Default)]
struct Scan {
    ors: Vec<usize>,
    ands: Vec<usize>,
    has_comma: bool,
    has_operator: bool,
    /// Whether there is an operator that binds less tightly than `||`, or code that this module cannot parse.
    is_loose: bool,
}

impl Scan {
    fn new(text: &str) -> Scan {
        let bytes = text.as_bytes();
        let mut scan = Scan::default();
        let mut at = 0;
        while at < bytes.len() {
            let next = bytes.get(at + 1).copied().unwrap_or_default();
            let before = at.checked_sub(1).map_or(0, |it| bytes[it]);
            match bytes[at] {
                b'(' | b'[' | b'{' => match closing(text, at) {
                    Some(end) => at = end,
                    None => scan.is_loose = true,
                },
                b')' | b']' | b'}' => scan.is_loose = true,
                b'"' | b'\'' => at = end_of_literal(bytes, at),
                b'|' if next == b'|' => {
                    scan.ors.push(at);
                    at += 1;
                }
                b'&' if next == b'&' => {
                    scan.ands.push(at);
                    at += 1;
                }
                b'-' if next == b'>' => at += 1,
                b'<' if before.is_ascii_alphanumeric() || before == b'_' => {
                    match template(bytes, at) {
                        Some(end) => at = end,
                        None => scan.has_operator = true,
                    }
                }
                b'=' | b'!' | b'<' | b'>' if next == b'=' => {
                    scan.has_operator = true;
                    at += 1;
                }
                b'?' | b';' => scan.is_loose = true,
                b'=' => scan.is_loose = true,
                b',' => {
                    scan.has_comma = true;
                    scan.is_loose = true;
                }
                b'<' | b'>' | b'|' | b'&' | b'^' | b'+' | b'-' | b'*' | b'/' | b'%' => {
                    scan.has_operator = true
                }
                _ => {}
            }
            at += 1;
        }
        scan
    }
}

/// The index of the `>` that ends the template arguments starting at `open`. `None` if no `>` follows, or if a
/// character suggests that the `<` is a comparison.
fn template(bytes: &[u8], open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, byte) in bytes.iter().enumerate().skip(open) {
        match byte {
            b'<' => depth += 1,
            b'>' => depth -= 1,
            b':' | b',' | b' ' | b'*' | b'_' => {}
            it if it.is_ascii_alphanumeric() => {}
            _ => return None,
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::simplified;

    #[track_caller]
    fn check(condition: &str, want: &str) {
        assert_eq!(simplified(condition), want);
    }

    #[test]
    fn parentheses() {
        check("((a($_self))) && ((b($_self)))", "a($_self) && b($_self)");
        check("((a)) && (((b)) || (c))", "a && (b || c)");
        check("((a) && (b)) && (c)", "a && b && c");
        check("((a) && (b)) || (c)", "(a && b) || c");
        check("f((($_self).x()))", "f(($_self).x())");
        check("f((a, b))", "f((a, b))");
        check("(a) == (b)", "(a) == (b)");
        check("!((a))", "!a");
        check("!((a) == (b))", "!((a) == (b))");
        check("!((a) || (b))", "!(a || b)");
    }

    #[test]
    fn constants() {
        check("(true) && ((a))", "a");
        check("((a)) && ((true) || (b))", "a");
        check("(a) || (!(true))", "a");
        check("(a) && (false)", "false");
        check("()", "()");
    }

    #[test]
    fn what_binds_less_tightly() {
        check("(a ? b : c) && (d)", "(a ? b : c) && d");
        check("a || b ? c : d", "a || b ? c : d");
        check(
            "((::llvm::isa<A, B>($_self))) && (x < 3)",
            "::llvm::isa<A, B>($_self) && x < 3",
        );
        check(
            "([](T t) { return a || b; }(x)) && ((c))",
            "[](T t) { return a || b; }(x) && c",
        );
        check("s == \"(a) && (b\" && ((c))", "s == \"(a) && (b\" && c");
        check("(a", "(a");
        let long = "((a)) && ".repeat(1000) + "b";
        check(&long, &long);
    }
}
