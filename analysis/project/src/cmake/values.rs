//! Variables and their expansion.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::parse::{Arg, Quote};
use super::{ITEM, MAX_VALUE, Runner};
use crate::path;

pub(super) type Variables = FxHashMap<Rc<str>, Variable>;

/// A variable's value.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub value: Rc<str>,
    /// Whether a build may set another value: the variable is cached, or set in a branch that may be skipped. A
    /// doubtful value is used, but does not decide conditions.
    pub is_doubtful: bool,
}

impl Variable {
    pub(super) fn certain(value: &str) -> Variable {
        Variable {
            value: value.into(),
            is_doubtful: false,
        }
    }
}

impl Runner<'_> {
    /// The value of a variable; empty if no file sets it.
    pub(super) fn get(&self, name: &str) -> &str {
        self.known(name).unwrap_or("")
    }

    /// The value of a variable; `None` if no file sets it. Records whether a doubtful value was read, so that a value
    /// computed from it becomes doubtful too.
    fn known(&self, name: &str) -> Option<&str> {
        let variable = self.scope.variables.get(name)?;
        self.doubt.set(self.doubt.get() || variable.is_doubtful);
        Some(&variable.value)
    }

    /// The items of the list in a variable. Items beyond the work limit are left out.
    pub(super) fn list(&self, name: &str) -> Vec<String> {
        self.items_of(self.get(name))
    }

    fn items_of(&self, value: &str) -> Vec<String> {
        let items = value.split(';').filter(|it| !it.is_empty());
        let items = items.take_while(|it| self.spend(ITEM + it.len() / 4));
        items.map(str::to_owned).collect()
    }

    pub(super) fn set(&mut self, name: &str, value: String) {
        // A value that is too long costs work too, although it is not set.
        if self.spend(ITEM + value.len() / 4) && value.len() <= MAX_VALUE {
            if self.unsure > 0 {
                self.changed.push(name.to_owned());
            }
            let variable = Variable {
                value: value.into(),
                is_doubtful: self.doubt.get(),
            };
            let name: Rc<str> = name.into();
            let variables = Rc::make_mut(&mut self.scope.variables);
            let old = variables.insert(name.clone(), variable);
            if !self.outward.is_empty() {
                self.overwritten.push((name, old));
            }
        }
    }

    /// Restores the previous values of the variables in `overwritten[count..]`, and removes these entries.
    pub(super) fn restore(&mut self, count: usize) {
        let variables = Rc::make_mut(&mut self.scope.variables);
        for (name, old) in self.overwritten.drain(count..).rev() {
            match old {
                Some(variable) => variables.insert(name, variable),
                None => variables.remove(&name),
            };
        }
    }

    /// Sets a variable to a value that counts as certain, even if doubtful values were read before.
    pub(super) fn set_certain(&mut self, name: &str, value: String) {
        self.doubt.set(false);
        self.set(name, value);
    }

    /// The values of arguments. Variables are expanded, and unquoted lists become several values. Values beyond the
    /// limits of size and work are left out.
    pub(super) fn values(&self, args: &[Arg]) -> Vec<String> {
        let mut values = Vec::new();
        let mut size = 0;
        for arg in args {
            if size > MAX_VALUE || !self.spend(ITEM) {
                break;
            }
            let value = match arg.quote {
                Quote::Bracket => arg.text.clone(),
                _ => self.expand(&arg.text),
            };
            size += value.len();
            self.spend(value.len() / 4);
            match arg.quote {
                Quote::None => values.extend(self.items_of(&value)),
                _ => values.push(value),
            }
        }
        values
    }

    /// Expands `${NAME}`, `$ENV{NAME}` and `$CACHE{NAME}`, the innermost first. References to unknown variables remain
    /// unchanged.
    fn expand(&self, text: &str) -> String {
        let mut value = String::new();
        // The byte offsets in `value` of the references that are not closed yet.
        let mut open: Vec<usize> = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find(['$', '}', '\\']) {
            if value.len() > MAX_VALUE {
                break;
            }
            value.push_str(&rest[..at]);
            rest = &rest[at..];
            if let Some(start) = STARTS.iter().find(|it| rest.starts_with(**it)) {
                open.push(value.len());
                value.push_str(start);
                rest = &rest[start.len()..];
            } else if let Some(after) = rest.strip_prefix('}') {
                value.push('}');
                rest = after;
                if let Some(start) = open.pop() {
                    // The name of a variable set by `set(ENV{NAME} …)` includes the braces.
                    let name = &value[start + 1..];
                    self.spend(ITEM + name.len());
                    let inner = name.strip_prefix('{').and_then(|it| it.strip_suffix('}'));
                    if let Some(found) = self.known(inner.unwrap_or(name)) {
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

/// The placeholder for the build folder that corresponds to a source folder. The build folder is unknown, so
/// [`is_settled`] is false for the placeholder.
pub(super) fn build_of(folder: &str) -> String {
    format!("${{{folder}}}")
}

/// Whether a value is a path that starts with a placeholder of [`build_of`].
pub(super) fn is_of_build(value: &str) -> bool {
    of_build(value).is_some()
}

/// The source folder of the placeholder of [`build_of`] that a value starts with, and the rest of the value.
fn of_build(value: &str) -> Option<(&str, &str)> {
    let (folder, rest) = value.strip_prefix("${")?.split_once('}')?;
    // The name of a variable is not an absolute path.
    path::is_absolute(folder).then_some((folder, rest))
}

/// The path of an output file relative to the build folder of `folder`. The build folders are assumed to be nested like
/// the source folders. A path that does not start with a placeholder of [`build_of`] is unchanged.
pub(super) fn output_in(folder: &str, output: &str) -> String {
    match of_build(output) {
        Some((of, rest)) => path::relative(folder, &path::normalize(&format!("{of}/{rest}"))),
        None => output.to_owned(),
    }
}

/// Whether a value is not empty and has no unknown part.
pub(super) fn is_settled(value: &str) -> bool {
    !value.is_empty() && !has_unknown(value)
}

/// The prefixes of references to variables.
const STARTS: [&str; 3] = ["${", "$ENV{", "$CACHE{"];

pub(crate) fn has_unknown(value: &str) -> bool {
    value.contains("$<") || STARTS.iter().any(|it| value.contains(it))
}

/// Removes the references `${NAME}` from the value in `set(NAME …)`. A reference is left in the value only if no file
/// has set the variable, and in a build, such a variable is usually empty. A reference that is a part of a path or the
/// only item is kept.
pub(super) fn without_itself(name: &str, value: &str) -> String {
    let itself = format!("${{{name}}}");
    let parts = |text: &str, between: char| {
        let kept = text.split(between).filter(|it| *it != itself);
        kept.collect::<Vec<_>>()
            .join(between.encode_utf8(&mut [0; 4]))
    };
    let rest = if value.contains(&itself) {
        parts(&parts(value, ';'), ' ')
    } else {
        String::new()
    };
    if rest.is_empty() {
        value.to_owned()
    } else {
        rest
    }
}
