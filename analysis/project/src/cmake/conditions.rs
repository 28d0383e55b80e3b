//! Evaluates the conditions of `if` and `while`, as far as the files determine them.

use super::parse::{Arg, Quote};
use super::values::has_unknown;
use super::{ITEM, MAX_VALUE, Runner};

/// The greatest depth of parentheses and `NOT`.
const MAX_NESTING: usize = 50;

/// A word of a condition.
struct Word {
    text: String,
    /// Whether the word has no quotes, so that it may name a variable.
    is_bare: bool,
    /// Whether the word is written literally in the file, without variables.
    is_written: bool,
    /// Whether the word was computed from a doubtful value.
    is_doubtful: bool,
}

impl Runner<'_> {
    /// Whether a condition holds; `None` if it is unknown or depends on doubtful values.
    pub(super) fn is_true(&self, args: &[Arg]) -> Option<bool> {
        self.decide(args, true)
    }

    /// Whether a condition holds if doubtful values are taken as certain; `None` if the condition is unknown even then.
    pub(super) fn is_believed(&self, args: &[Arg]) -> Option<bool> {
        self.decide(args, false)
    }

    fn decide(&self, args: &[Arg], heeds_doubt: bool) -> Option<bool> {
        let mut words = Vec::new();
        let mut size = 0;
        for arg in args {
            self.doubt.set(false);
            let values = self.values(std::slice::from_ref(arg));
            size += values.iter().map(String::len).sum::<usize>();
            if size > MAX_VALUE || !self.spend(ITEM) {
                return None;
            }
            words.extend(values.into_iter().map(|text| Word {
                is_written: text == arg.text,
                text,
                is_bare: arg.quote == Quote::None,
                is_doubtful: heeds_doubt && self.doubt.get(),
            }));
        }
        let mut condition = Condition {
            runner: self,
            words: &words,
            nesting: 0,
            heeds_doubt,
        };
        let value = condition.any();
        // If words are left, the condition was not understood.
        value.filter(|_| condition.words.is_empty())
    }
}

struct Condition<'a, 'r> {
    runner: &'a Runner<'r>,
    words: &'a [Word],
    nesting: usize,
    heeds_doubt: bool,
}

impl Condition<'_, '_> {
    fn next(&mut self) -> Option<usize> {
        let (_, rest) = self.words.split_first()?;
        self.words = rest;
        Some(rest.len())
    }

    fn takes(&mut self, word: &str) -> bool {
        let is_next = self.words.first().is_some_and(|it| it.text == word);
        if is_next {
            self.next();
        }
        is_next
    }

    fn any(&mut self) -> Option<bool> {
        let mut value = self.all();
        while self.takes("OR") {
            let right = self.all();
            value = match (value, right) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            };
        }
        value
    }

    fn all(&mut self) -> Option<bool> {
        let mut value = self.one();
        while self.takes("AND") {
            let right = self.one();
            value = match (value, right) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            };
        }
        value
    }

    fn one(&mut self) -> Option<bool> {
        self.nesting += 1;
        let value = match () {
            () if self.nesting > MAX_NESTING => None,
            () if self.takes("NOT") => self.one().map(|it| !it),
            () if self.takes("(") => {
                let value = self.any();
                self.takes(")").then_some(value).flatten()
            }
            () => self.test(),
        };
        self.nesting -= 1;
        value
    }

    fn test(&mut self) -> Option<bool> {
        let words = self.words;
        let [first, rest @ ..] = words else {
            return None;
        };
        if let [operand, ..] = rest
            && first.is_bare
        {
            let value = match first.text.as_str() {
                "DEFINED" => Some(self.known(&operand.text).map(|it| !it.is_empty())),
                "IS_ABSOLUTE" => Some(self.text(operand).map(crate::path::is_absolute)),
                "EXISTS" | "COMMAND" | "POLICY" | "TARGET" | "TEST" | "IS_DIRECTORY"
                | "IS_SYMLINK" => Some(None),
                _ => None,
            };
            if let Some(value) = value {
                self.words = &rest[1..];
                return value;
            }
        }
        if let [operator, right, after @ ..] = rest
            && is_comparison(&operator.text)
        {
            self.words = after;
            if !self.runner.spend(2 * (self.size(first) + self.size(right))) {
                return None;
            }
            return match operator.text.as_str() {
                "MATCHES" => matches(self.left(first)?, self.text(right)?),
                "IN_LIST" => is_in(self.value(first)?, self.known(&right.text)?),
                operator => {
                    let left = self.left(first)?;
                    compare(left, operator, self.right(left, right)?)
                }
            };
        }
        self.words = rest;
        if first.is_doubtful {
            return None;
        }
        if let Some(constant) = constant(&first.text) {
            return Some(constant);
        }
        if first.is_bare {
            self.known(&first.text).and_then(truth)
        } else {
            truth(&first.text).map(|_| false)
        }
    }

    /// The value of a variable. `None` if it is not set, or if it is doubtful and `heeds_doubt` is true.
    fn known(&self, name: &str) -> Option<&str> {
        let variable = self.runner.scope.variables.get(name)?;
        let is_heeded = self.heeds_doubt && variable.is_doubtful;
        (!is_heeded).then_some(&variable.value)
    }

    /// An upper limit of the size of an operand in bytes: the length of the word plus the length of the variable's
    /// value, if the word may name a variable.
    fn size(&self, word: &Word) -> usize {
        let variable = self.runner.scope.variables.get(word.text.as_str());
        word.text.len() + variable.map_or(0, |it| it.value.len())
    }

    /// The text of a word; `None` if it is unknown or doubtful.
    fn text<'w>(&self, word: &'w Word) -> Option<&'w str> {
        settled(&word.text).filter(|_| !word.is_doubtful)
    }

    /// The value of an operand: the value of the variable if the word names one, and the word itself otherwise. `None`
    /// if the value is unknown or doubtful.
    fn value<'w>(&'w self, word: &'w Word) -> Option<&'w str> {
        let text = self.text(word)?;
        if word.is_bare && self.runner.scope.variables.contains_key(text) {
            settled(self.known(text)?)
        } else {
            Some(text)
        }
    }

    /// The value of a left operand. `None` if the word may name a variable that no file sets: CMake, the cache or the
    /// command line may set the variable.
    fn left<'w>(&'w self, word: &'w Word) -> Option<&'w str> {
        if self.is_open(word) {
            None
        } else {
            self.value(word)
        }
    }

    /// The value of a right operand. Right operands are usually literals, so only a word with `_` counts as the name of
    /// a variable that no file sets.
    fn right<'w>(&'w self, left: &str, word: &'w Word) -> Option<&'w str> {
        if self.is_open(word) && word.text != left && word.text.contains('_') {
            None
        } else {
            self.value(word)
        }
    }

    /// Whether a word may name a variable that no file sets.
    fn is_open(&self, word: &Word) -> bool {
        let is_letter = |it: char| it.is_ascii_alphabetic() || it == '_';
        word.is_bare
            && word.is_written
            && word.text.starts_with(is_letter)
            && word
                .text
                .chars()
                .all(|it| is_letter(it) || it.is_ascii_digit())
            && !self.runner.scope.variables.contains_key(word.text.as_str())
    }
}

fn settled(text: &str) -> Option<&str> {
    (!has_unknown(text)).then_some(text)
}

/// Whether a variable with this value counts as true; `None` if the value is unknown.
fn truth(value: &str) -> Option<bool> {
    settled(value).map(|it| constant(it).unwrap_or(true))
}

/// The value of a word that is a constant in conditions; `None` for other words.
fn constant(word: &str) -> Option<bool> {
    match word.to_ascii_uppercase().as_str() {
        "1" | "ON" | "YES" | "TRUE" | "Y" => Some(true),
        "0" | "OFF" | "NO" | "FALSE" | "N" | "IGNORE" | "NOTFOUND" | "" => Some(false),
        it if it.ends_with("-NOTFOUND") => Some(false),
        it => it.parse::<f64>().ok().map(|it| it != 0.0),
    }
}

fn is_comparison(word: &str) -> bool {
    matches!(word, "MATCHES" | "IN_LIST" | "PATH_EQUAL")
        || word.strip_prefix("STR").is_some_and(is_order)
        || word.strip_prefix("VERSION_").is_some_and(is_order)
        || is_order(word)
}

fn is_order(word: &str) -> bool {
    matches!(
        word,
        "EQUAL" | "LESS" | "GREATER" | "LESS_EQUAL" | "GREATER_EQUAL"
    )
}

fn compare(left: &str, operator: &str, right: &str) -> Option<bool> {
    let (ordering, order) = match operator.strip_prefix("STR") {
        Some(order) => (left.cmp(right), order),
        None => match operator.strip_prefix("VERSION_") {
            Some(order) => (version(left)?.cmp(&version(right)?), order),
            None if operator == "PATH_EQUAL" => (left.cmp(right), "EQUAL"),
            None => {
                let (left, right): (f64, f64) = (left.parse().ok()?, right.parse().ok()?);
                (left.partial_cmp(&right)?, operator)
            }
        },
    };
    Some(match order {
        "EQUAL" => ordering.is_eq(),
        "LESS" => ordering.is_lt(),
        "GREATER" => ordering.is_gt(),
        "LESS_EQUAL" => ordering.is_le(),
        _ => ordering.is_ge(),
    })
}

/// The components of a version number; `None` for other text.
fn version(text: &str) -> Option<Vec<u64>> {
    let parts = text.split('.').map(|part| {
        // A suffix of a component is ignored, as in `19.1.0git`.
        let digits = part.find(|it: char| !it.is_ascii_digit());
        part[..digits.unwrap_or(part.len())].parse().ok()
    });
    parts.collect()
}

fn is_in(item: &str, list: &str) -> Option<bool> {
    if list.split(';').any(|it| it == item) {
        Some(true)
    } else {
        settled(list).map(|_| false)
    }
}

/// Whether `value` matches a regular expression. `None` unless the expression is a literal, possibly with anchors and
/// with `.*` at the end.
fn matches(value: &str, pattern: &str) -> Option<bool> {
    let (at_start, pattern) = match pattern.strip_prefix('^') {
        Some(rest) => (true, rest),
        None => (false, pattern),
    };
    let (at_end, pattern) = match pattern.strip_suffix('$') {
        Some(rest) => (true, rest),
        None => (false, pattern),
    };
    let (at_end, pattern) = match pattern.strip_suffix(".*") {
        Some(rest) => (false, rest),
        None => (at_end, pattern),
    };
    // An unescaped dot is nearly always meant literally, as in `.td$`.
    let pattern = pattern.replace("\\.", ".");
    if pattern.contains(|it: char| "[]()*+?|\\^$".contains(it)) {
        return None;
    }
    Some(match (at_start, at_end) {
        (true, true) => value == pattern,
        (true, false) => value.starts_with(&pattern),
        (false, true) => value.ends_with(&pattern),
        (false, false) => value.contains(&pattern),
    })
}
