//! Starlark values.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::parse::Def;
use crate::joined::joined;

/// The largest size of a value: the number of bytes of a string, of items of a list or of entries of a dictionary.
pub(super) const MAX_VALUE: usize = 1 << 16;

/// The number of bytes whose copying or comparison costs as much as the evaluation of one expression.
pub(super) const BYTES: usize = 32;
/// The number of items whose copying costs as much as the evaluation of one expression.
const ITEMS: usize = 2;
/// The number of dictionary entries whose search costs as much as the evaluation of one expression.
const PAIRS: usize = 8;

pub(super) type Variables = FxHashMap<String, Value>;

/// A function that is defined in a file.
#[derive(Debug)]
pub(super) struct Function {
    pub def: Def,
    /// The path of the file that defines the function. The function uses the globals of this file.
    pub file: Rc<str>,
}

#[derive(Clone, Debug)]
pub(super) enum Value {
    Unknown,
    None,
    Bool(bool),
    Int(i64),
    Text(Rc<str>),
    List(Items<Value>),
    Dict(Items<(Value, Value)>),
    Function(Rc<Function>),
    /// A name that is not defined in the repository's files: a rule or a built-in function of Bazel.
    Outside(Rc<str>),
}

/// The content of a list or dictionary, copied on write.
///
/// A loop can nest lists to any depth, and a recursive drop would overflow the stack. So nested lists are dropped in a
/// loop.
#[derive(Clone, Debug)]
pub(super) struct Items<T: Item>(Rc<Vec<T>>);

pub(super) trait Item: Clone {
    fn move_to(self, values: &mut Vec<Value>);
}

impl Item for Value {
    fn move_to(self, values: &mut Vec<Value>) {
        values.push(self);
    }
}

impl Item for (Value, Value) {
    fn move_to(self, values: &mut Vec<Value>) {
        values.extend([self.0, self.1]);
    }
}

impl<T: Item> Items<T> {
    /// Whether the items are shared, so that changing them would copy them.
    fn is_shared(&self) -> bool {
        Rc::strong_count(&self.0) > 1
    }

    fn make_mut(&mut self) -> &mut Vec<T> {
        Rc::make_mut(&mut self.0)
    }

    /// Moves the items to `values` unless they are shared.
    fn move_to(&mut self, values: &mut Vec<Value>) {
        let items = Rc::get_mut(&mut self.0).into_iter();
        let items = items.flat_map(std::mem::take);
        items.for_each(|it| it.move_to(values));
    }
}

impl<T: Item> Drop for Items<T> {
    fn drop(&mut self) {
        let mut open = Vec::new();
        self.move_to(&mut open);
        while let Some(value) = open.pop() {
            match value {
                Value::List(mut items) => items.move_to(&mut open),
                Value::Dict(mut pairs) => pairs.move_to(&mut open),
                _ => {}
            }
        }
    }
}

impl<T: Item> FromIterator<T> for Items<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Items<T> {
        Items(Rc::new(items.into_iter().collect()))
    }
}

impl<T: Item> std::ops::Deref for Items<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

/// The text of a string; `None` for other values.
pub(super) fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text.to_string()),
        _ => None,
    }
}

impl Value {
    pub(super) fn text(text: &str) -> Value {
        Value::Text(text.into())
    }

    pub(super) fn list(items: impl IntoIterator<Item = Value>) -> Value {
        Value::List(items.into_iter().collect())
    }

    /// The items of a list, or the keys of a dictionary; empty for other values.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Value> {
        let (items, pairs): (&[Value], &[(Value, Value)]) = match self {
            Value::List(items) => (items, &[]),
            Value::Dict(pairs) => (&[], pairs),
            _ => (&[], &[]),
        };
        items.iter().chain(pairs.iter().map(|(key, _)| key))
    }

    pub(super) fn items(&self) -> Vec<Value> {
        self.iter().cloned().collect()
    }

    pub(super) fn pairs(&self) -> Vec<(Value, Value)> {
        match self {
            Value::Dict(pairs) => pairs.to_vec(),
            _ => Vec::new(),
        }
    }

    /// The strings among the items of a list or the keys of a dictionary; empty for other values.
    pub(super) fn texts(&self) -> Vec<Rc<str>> {
        let texts = self.iter().filter_map(|it| match it {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        });
        texts.collect()
    }

    pub(super) fn size(&self) -> usize {
        match self {
            Value::Text(text) => text.len(),
            Value::List(items) => items.len(),
            Value::Dict(pairs) => pairs.len(),
            _ => 0,
        }
    }

    /// The cost of copying or comparing the whole value.
    pub(super) fn cost(&self) -> usize {
        let bytes = |it: &Value| match it {
            Value::Text(text) => text.len() / BYTES,
            _ => 0,
        };
        match self {
            Value::List(_) | Value::Dict(_) => {
                1 + self.size() / ITEMS + self.iter().map(bytes).sum::<usize>()
            }
            _ => 1 + bytes(self),
        }
    }

    /// The cost of finding an item by its index or key.
    pub(super) fn cost_of_key(&self, key: &Value) -> usize {
        match self {
            Value::Dict(pairs) => 1 + (pairs.len() / PAIRS).saturating_mul(key.cost()),
            _ => 1,
        }
    }

    /// The cost of copying a shared value before it is changed.
    pub(super) fn cost_of_change(&self) -> usize {
        match self {
            Value::List(items) if items.is_shared() => self.cost(),
            Value::Dict(pairs) if pairs.is_shared() => self.cost(),
            _ => 0,
        }
    }

    /// The value itself, or `Unknown` if it is too large.
    pub(super) fn if_small(self) -> Value {
        if self.size() <= MAX_VALUE {
            self
        } else {
            Value::Unknown
        }
    }

    pub(super) fn truth(&self) -> Option<bool> {
        match self {
            Value::Unknown | Value::Outside(_) => None,
            Value::None => Some(false),
            Value::Bool(value) => Some(*value),
            Value::Int(value) => Some(*value != 0),
            Value::Text(_) | Value::List(_) | Value::Dict(_) => Some(self.size() > 0),
            Value::Function(_) => Some(true),
        }
    }

    /// Whether two values are equal; `None` if one of them is unknown. Lists are equal only if their items are equal
    /// strings. Dictionaries and functions count as unequal.
    fn equals(&self, other: &Value) -> Option<bool> {
        Some(match (self, other) {
            (Value::Unknown | Value::Outside(_), _) | (_, Value::Unknown | Value::Outside(_)) => {
                return None;
            }
            (Value::None, Value::None) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Text(a), Value::Text(b)) => a == b,
            (Value::List(a), Value::List(b)) => {
                a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| is_text(a, b))
            }
            _ => false,
        })
    }

    fn contains(&self, item: &Value) -> Option<bool> {
        match (self, item) {
            (Value::Unknown | Value::Outside(_), _) => None,
            (Value::Text(text), Value::Text(part)) => Some(text.contains(&**part)),
            _ => Some(self.iter().any(|it| it.equals(item) == Some(true))),
        }
    }

    pub(super) fn combined(self, operator: &str, other: Value) -> Value {
        let decided = |it: Option<bool>| it.map_or(Value::Unknown, Value::Bool);
        match (operator, self, other) {
            ("==", a, b) => decided(a.equals(&b)),
            ("!=", a, b) => decided(a.equals(&b).map(|it| !it)),
            ("in", a, b) => decided(b.contains(&a)),
            ("not in", a, b) => decided(b.contains(&a).map(|it| !it)),
            ("+", Value::Text(a), Value::Text(b)) => Value::text(&[&*a, &*b].concat()),
            ("+", Value::List(a), Value::List(b)) => {
                Value::List(a.iter().chain(b.iter()).cloned().collect())
            }
            // The other operand may be unknown because it depends on the platform.
            ("+", it @ Value::List(_), _) | ("+", _, it @ Value::List(_)) => it,
            ("|", Value::Dict(a), Value::Dict(b)) => {
                let mut all = Value::Dict(a);
                for (key, value) in b.iter() {
                    all.put(key.clone(), value.clone());
                }
                all
            }
            ("%", Value::Text(text), Value::List(items)) => formatted(&text, &items),
            ("%", Value::Text(text), item) => formatted(&text, &[item]),
            ("+", Value::Int(a), Value::Int(b)) => Value::Int(a.wrapping_add(b)),
            ("-", Value::Int(a), Value::Int(b)) => Value::Int(a.wrapping_sub(b)),
            ("*", Value::Int(a), Value::Int(b)) => Value::Int(a.wrapping_mul(b)),
            ("<", Value::Int(a), Value::Int(b)) => Value::Bool(a < b),
            (">", Value::Int(a), Value::Int(b)) => Value::Bool(a > b),
            ("<=", Value::Int(a), Value::Int(b)) => Value::Bool(a <= b),
            (">=", Value::Int(a), Value::Int(b)) => Value::Bool(a >= b),
            _ => Value::Unknown,
        }
    }

    /// The item of a list at an index, or the value of a dictionary for a key. `Unknown` if it does not exist.
    pub(super) fn at(&self, key: &Value) -> Value {
        match (self, key) {
            (Value::List(items), Value::Int(at)) => {
                let at = if *at < 0 {
                    at + items.len() as i64
                } else {
                    *at
                };
                let item = usize::try_from(at).ok().and_then(|it| items.get(it));
                item.cloned().unwrap_or(Value::Unknown)
            }
            (Value::Dict(_), key) => self.get(key).unwrap_or(Value::Unknown),
            _ => Value::Unknown,
        }
    }

    fn get(&self, key: &Value) -> Option<Value> {
        let Value::Dict(pairs) = self else {
            return None;
        };
        let pair = pairs.iter().find(|(it, _)| it.equals(key) == Some(true));
        pair.map(|(_, value)| value.clone())
    }

    /// Sets the value for a key of a dictionary. Other values are not changed.
    pub(super) fn put(&mut self, key: Value, value: Value) {
        if let Value::Dict(pairs) = self {
            let pairs = pairs.make_mut();
            match pairs
                .iter_mut()
                .find(|(it, _)| it.equals(&key) == Some(true))
            {
                Some((_, known)) => *known = value,
                None => pairs.push((key, value)),
            }
        }
    }

    /// Calls a method of the value. The method may change the value. If the value would become too large, the result is
    /// `Unknown` and the value stays unchanged. The result of an unsupported method is `Unknown` as well.
    pub(super) fn method(&mut self, name: &str, args: &[Value], named: &Variables) -> Value {
        let added = match (name, args) {
            ("append" | "setdefault", _) => 1,
            ("extend" | "update", [more, ..]) => more.size(),
            _ => 0,
        };
        if self.size() + added > MAX_VALUE {
            return Value::Unknown;
        }
        match self {
            Value::Text(text) => text_method(text, name, args, named),
            Value::List(items) => {
                match (name, args) {
                    ("append", [item]) => items.make_mut().push(item.clone()),
                    ("extend", [more]) => items.make_mut().extend(more.items()),
                    _ => return Value::Unknown,
                }
                Value::None
            }
            Value::Dict(pairs) => match (name, args) {
                ("keys", _) => Value::list(self.items()),
                ("values", _) => Value::list(pairs.iter().map(|(_, it)| it.clone())),
                ("items", _) => {
                    let pairs = pairs.iter();
                    Value::list(pairs.map(|(key, it)| Value::list([key.clone(), it.clone()])))
                }
                ("get" | "pop" | "setdefault", [key, default @ ..]) => {
                    let found = self.get(key);
                    let default = default.first().cloned().unwrap_or(Value::None);
                    match name {
                        "setdefault" if found.is_none() => self.put(key.clone(), default.clone()),
                        "pop" => self.remove(key),
                        _ => {}
                    }
                    found.unwrap_or(default)
                }
                ("update", _) => {
                    let more = args.first().map(Value::pairs).unwrap_or_default();
                    for (key, value) in more {
                        self.put(key, value);
                    }
                    Value::None
                }
                _ => Value::Unknown,
            },
            _ => Value::Unknown,
        }
    }

    fn remove(&mut self, key: &Value) {
        if let Value::Dict(pairs) = self {
            pairs
                .make_mut()
                .retain(|(it, _)| it.equals(key) != Some(true));
        }
    }
}

fn is_text(a: &Value, b: &Value) -> bool {
    matches!((a, b), (Value::Text(a), Value::Text(b)) if a == b)
}

fn as_replacement(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text.to_string()),
        Value::Int(value) => Some(value.to_string()),
        Value::None => Some("None".to_owned()),
        Value::Bool(value) => Some(if *value { "True" } else { "False" }.to_owned()),
        _ => None,
    }
}

/// The result of `text % items`. Any character after `%` is read like the `s` in `%s`, except in `%%`. `Unknown` if an
/// item is missing or cannot be converted to text.
fn formatted(text: &str, items: &[Value]) -> Value {
    let mut items = items.iter();
    let mut made = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%')
        && made.len() <= MAX_VALUE
    {
        made.push_str(before);
        let length = after.chars().next().map_or(0, char::len_utf8);
        if &after[..length] == "%" {
            made.push('%');
        } else {
            let Some(item) = items.next().and_then(as_replacement) else {
                return Value::Unknown;
            };
            made.push_str(&item);
        }
        rest = &after[length..];
    }
    made.push_str(rest);
    Value::text(&made)
}

fn text_method(text: &str, name: &str, args: &[Value], named: &Variables) -> Value {
    let texts: Vec<String> = args.iter().filter_map(text_of).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let list = |parts: Vec<&str>| Value::list(parts.into_iter().map(Value::text));
    let join = |parts: &mut dyn Iterator<Item = &str>, between| {
        let text = joined(parts, between, MAX_VALUE);
        text.map_or(Value::Unknown, |it| Value::text(&it))
    };
    match (name, &texts[..]) {
        ("lower", _) => Value::text(&text.to_lowercase()),
        ("upper", _) => Value::text(&text.to_uppercase()),
        ("capitalize" | "title", _) => {
            let first = text.chars().next().map_or(0, char::len_utf8);
            Value::text(&(text[..first].to_uppercase() + &text[first..].to_lowercase()))
        }
        ("strip", []) => Value::text(text.trim()),
        ("startswith", [start]) => Value::Bool(text.starts_with(start)),
        ("endswith", [end]) => Value::Bool(text.ends_with(end)),
        ("removeprefix", [it]) => Value::text(text.strip_prefix(it).unwrap_or(text)),
        ("removesuffix", [it]) => Value::text(text.strip_suffix(it).unwrap_or(text)),
        ("replace", [from, to]) if !from.is_empty() => join(&mut text.split(from), to),
        ("split", [at]) if !at.is_empty() => list(text.split(at).collect()),
        ("split", []) => list(text.split_whitespace().collect()),
        ("rsplit", [at]) if !at.is_empty() => list(text.split(at).collect()),
        ("join", _) => {
            let parts = args.first().map(Value::texts).unwrap_or_default();
            join(&mut parts.iter().map(|it| &**it), text)
        }
        ("format", _) => filled(text, args, named),
        _ => Value::Unknown,
    }
}

/// The result of `text.format(…)`. Replaces `{}`, `{0}` and `{name}` in `text`. `Unknown` if an argument is missing or
/// cannot be converted to text, or if a brace is not closed.
fn filled(text: &str, args: &[Value], named: &Variables) -> Value {
    let mut next = args.iter();
    let mut made = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{')
        && made.len() <= MAX_VALUE
    {
        made.push_str(before);
        let Some((name, after)) = after.split_once('}') else {
            return Value::Unknown;
        };
        let item = match (name, name.parse::<usize>()) {
            ("", _) => next.next(),
            (_, Ok(at)) => args.get(at),
            (name, _) => named.get(name),
        };
        let Some(item) = item.and_then(as_replacement) else {
            return Value::Unknown;
        };
        made.push_str(&item);
        rest = after;
    }
    made.push_str(rest);
    Value::text(&made)
}

/// The result of one of Bazel's built-in functions. `None` if no supported function has this name and accepts these
/// arguments. The name may then be the name of a rule.
pub(super) fn builtin(name: &str, args: &[Value], named: &Variables) -> Option<Value> {
    let first = args.first();
    Some(match (name, first) {
        ("len", Some(it)) => Value::Int(it.size() as i64),
        ("str" | "Label", Some(it)) => {
            as_replacement(it).map_or(Value::Unknown, |it| Value::text(&it))
        }
        ("list" | "tuple" | "sorted" | "reversed", Some(it)) => {
            let mut items = it.items();
            match name {
                "sorted" => items.sort_by_cached_key(text_of),
                "reversed" => items.reverse(),
                _ => {}
            }
            Value::list(items)
        }
        ("dict", _) => {
            let pairs = first.map(Value::pairs).unwrap_or_default();
            let mut made = Value::Dict(pairs.into_iter().collect());
            let mut named: Vec<_> = named.iter().collect();
            named.sort_unstable_by_key(|(name, _)| *name);
            for (name, value) in named {
                made.put(Value::text(name), value.clone());
            }
            made
        }
        ("range", Some(Value::Int(end))) => {
            let end = (*end).clamp(0, 10_000);
            Value::list((0..end).map(Value::Int))
        }
        ("enumerate", Some(it)) => {
            let pairs = it.items().into_iter().zip(0..);
            Value::list(pairs.map(|(it, at)| Value::list([Value::Int(at), it])))
        }
        ("zip", Some(it)) => {
            let others = args.get(1).map(Value::items).unwrap_or_default();
            let pairs = it.items().into_iter().zip(others);
            Value::list(pairs.map(|(a, b)| Value::list([a, b])))
        }
        ("bool", Some(it)) => it.truth().map_or(Value::Unknown, Value::Bool),
        ("select" | "depset" | "struct" | "provider" | "rule" | "fail" | "print", _) => {
            Value::Unknown
        }
        _ => return None,
    })
}
