//! Variables and what they expand to.

use std::rc::Rc;

use super::parse::{Arg, Quote};
use super::{MAX_VALUE, Runner};
use crate::path;

impl Runner<'_> {
    pub(super) fn get(&self, name: &str) -> &str {
        self.scope.variables.get(name).map_or("", |it| it)
    }

    pub(super) fn list(&self, name: &str) -> Vec<String> {
        let items = self.get(name).split(';').filter(|it| !it.is_empty());
        items.map(str::to_owned).collect()
    }

    pub(super) fn set(&mut self, name: &str, value: String) {
        // What is too long was made all the same.
        if self.spend(value.len()) && value.len() <= MAX_VALUE {
            Rc::make_mut(&mut self.scope.variables).insert(name.to_owned(), value);
        }
    }

    /// The values of arguments: variables are replaced, and lists that are not quoted taken apart.
    pub(super) fn values(&self, args: &[Arg]) -> Vec<String> {
        let mut values = Vec::new();
        let mut size = 0;
        for arg in args {
            if size > MAX_VALUE {
                break;
            }
            let value = match arg.quote {
                Quote::Bracket => arg.text.clone(),
                _ => self.expand(&arg.text),
            };
            size += value.len();
            self.spend(value.len());
            match arg.quote {
                Quote::None => {
                    let items = value.split(';').filter(|it| !it.is_empty());
                    values.extend(items.map(str::to_owned));
                }
                _ => values.push(value),
            }
        }
        values
    }

    /// Replaces `${NAME}`, the innermost first. Unknown names stay.
    fn expand(&self, text: &str) -> String {
        let mut value = String::new();
        // Where the names that are being read begin in `value`.
        let mut open: Vec<usize> = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find(['$', '}', '\\']) {
            if value.len() > MAX_VALUE {
                break;
            }
            value.push_str(&rest[..at]);
            rest = &rest[at..];
            if let Some(after) = rest.strip_prefix("${") {
                open.push(value.len());
                value.push_str("${");
                rest = after;
            } else if let Some(after) = rest.strip_prefix('}') {
                value.push('}');
                rest = after;
                if let Some(start) = open.pop() {
                    let name = &value[start + 2..value.len() - 1];
                    if let Some(found) = self.scope.variables.get(name) {
                        value.truncate(start);
                        value.push_str(found);
                    }
                }
            } else if let Some(after) = rest.strip_prefix('\\') {
                let length = after.chars().next().map_or(0, char::len_utf8);
                value.push_str(&after[..length]);
                rest = &after[length..];
            } else {
                value.push('$');
                rest = &rest[1..];
            }
        }
        value.push_str(rest);
        value
    }
}

/// What stands for the place where a folder is built. It is unknown, so it is no settled value.
pub(super) fn build_of(folder: &str) -> String {
    format!("${{{folder}}}")
}

/// An output as seen from where `folder` is built: a build has folders as its sources have.
pub(super) fn output_in(folder: &str, output: &str) -> String {
    let built = output.strip_prefix("${").filter(|it| it.starts_with('/'));
    match built.and_then(|it| it.split_once('}')) {
        Some((of, rest)) => path::relative(folder, &path::normalize(&format!("{of}/{rest}"))),
        None => output.to_owned(),
    }
}

/// Whether a value has nothing unknown in it.
pub(super) fn is_settled(value: &str) -> bool {
    !value.is_empty() && !has_unknown(value)
}

pub(crate) fn has_unknown(value: &str) -> bool {
    value.contains("${") || value.contains("$<")
}
