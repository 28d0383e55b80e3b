//! `-dump-json`: all data of the records, for other programs.
//!
//! The output is one JSON object without spaces. The keys of each object are in byte order.

#[cfg(test)]
mod tests;
mod value;

use std::sync::Arc;

use elaborate::record::{FieldKind, Record, RecordKind, Shape};
use elaborate::symbol::Sym;
use rustc_hash::FxHashMap;

use backend::output::check_complete;
use backend::{Backend, Context, Fatal, Language, Output, Rec, Records};

pub(crate) const BACKEND: Backend =
    Backend::of_any_tool("dump-json", "Write all records as JSON", write).language(Language::Json);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    let mut shapes = FxHashMap::default();
    let mut special = [(INSTANCES, false), (VERSION, false)];
    out.push("{");
    let mut first = true;
    for def in records.defs() {
        push_special(records, &mut special, Some(def.name()), &mut first, out);
        // A record named `!instanceof` is left out, since the object that lists the records of each class has this key.
        // A record named `!tablegen_json_version` replaces the version.
        if def.name() == INSTANCES {
            continue;
        }
        comma(&mut first, out);
        push_string(&mut out.text, def.name());
        out.push(":");
        push_record(def, &mut shapes, out)?;
        out.commit();
    }
    push_special(records, &mut special, None, &mut first, out);
    out.push("}\n");
    Ok(())
}

const INSTANCES: &str = "!instanceof";
const VERSION: &str = "!tablegen_json_version";

/// Writes the entries of `special` that are not yet written and come before the key `next`. These entries are not
/// records. The version is left out if `next` is a record of the same name.
fn push_special(
    records: &Records,
    special: &mut [(&str, bool); 2],
    next: Option<&str>,
    first: &mut bool,
    out: &mut Output,
) {
    for (key, done) in special {
        if *done || next.is_some_and(|next| next < *key) {
            continue;
        }
        *done = true;
        if *key == INSTANCES {
            comma(first, out);
            push_instances(records, out);
        } else if next != Some(VERSION) {
            comma(first, out);
            out.push("\"!tablegen_json_version\":1");
        }
    }
}

fn comma(first: &mut bool, out: &mut Output) {
    if !std::mem::take(first) {
        out.push(",");
    }
}

/// Writes an object that maps the name of each class to the names of its records.
fn push_instances(records: &Records, out: &mut Output) {
    let mut instances: FxHashMap<Sym, Vec<&str>> = FxHashMap::default();
    for def in records.defs() {
        for class in &def.record().supers {
            instances.entry(*class).or_default().push(def.name());
        }
    }
    out.push("\"!instanceof\":{");
    let mut first = true;
    for class in records.classes() {
        comma(&mut first, out);
        push_string(&mut out.text, class.name());
        out.push(":");
        let names = instances
            .get(&Sym::new(class.name()))
            .map_or(&[][..], |names| names);
        push_strings(names.iter().copied(), out);
        out.commit();
    }
    out.push("}");
}

fn push_strings<'a>(strings: impl Iterator<Item = &'a str>, out: &mut Output) {
    out.push("[");
    for (index, string) in strings.enumerate() {
        if index > 0 {
            out.push(",");
        }
        push_string(&mut out.text, string);
    }
    out.push("]");
}

/// The key of a field, and the field's index in the shape.
struct Key {
    /// The key as it is written: `,"name":`.
    text: String,
    index: usize,
}

/// The sorted keys of each shape. Many records share a shape.
type Shapes = FxHashMap<*const Shape, Vec<Key>>;

fn sorted_keys(record: &Record) -> Vec<Key> {
    let names = record.shape.names[record.args..].iter();
    let mut names: Vec<_> = names.map(|it| it.as_str()).zip(record.args..).collect();
    names.sort_unstable();
    let key = |(name, index)| {
        let mut text = String::from(",");
        push_string(&mut text, name);
        text.push(':');
        Key { text, index }
    };
    names.into_iter().map(key).collect()
}

fn push_record(def: Rec, shapes: &mut Shapes, out: &mut Output) -> Result<(), Fatal> {
    let record = def.record();
    out.push("{\"!anonymous\":");
    out.push(if record.kind == RecordKind::Anonymous {
        "true"
    } else {
        "false"
    });
    out.push(",\"!fields\":");
    let open = record
        .fields()
        .filter(|field| field.kind == FieldKind::NonconcreteOk);
    push_strings(open.map(|field| field.name.as_str()), out);
    out.push(",\"!locs\":[");
    for (index, loc) in record.locs.iter().enumerate() {
        if index > 0 {
            out.push(",");
        }
        let place = def.records().place(*loc);
        push_string(
            &mut out.text,
            &format!("{}:{}", place.file_name(), place.line),
        );
    }
    out.push("],\"!name\":");
    push_string(&mut out.text, def.name());
    out.push(",\"!superclasses\":");
    push_strings(record.supers.iter().map(|class| class.as_str()), out);
    let mut complete = true;
    for key in shapes
        .entry(Arc::as_ptr(&record.shape))
        .or_insert_with(|| sorted_keys(record))
    {
        out.push(&key.text);
        match record.values[key.index] {
            Some(v) => complete &= value::push(def.records(), &mut out.text, v),
            None => out.push("null"),
        }
    }
    out.push("}");
    check_complete(def, complete)
}

/// Appends a string as a JSON string, with quotes.
fn push_string(out: &mut String, text: &str) {
    out.push('"');
    push_escaped(out, text);
    out.push('"');
}

fn push_escaped(out: &mut String, text: &str) {
    // An input byte that is not valid UTF-8 is represented by a character whose first byte in UTF-8 is 0xF4.
    if text.as_bytes().contains(&0xF4) {
        let bytes = elaborate::records::encode(text);
        return push_escaped_chars(out, &String::from_utf8_lossy(&bytes));
    }
    push_escaped_chars(out, text);
}

fn push_escaped_chars(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest
        .bytes()
        .position(|byte| byte < 0x20 || byte == b'"' || byte == b'\\')
    {
        out.push_str(&rest[..at]);
        match rest.as_bytes()[at] {
            b'\t' => out.push_str("\\t"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            byte @ (b'"' | b'\\') => {
                out.push('\\');
                out.push(byte as char);
            }
            control => out.push_str(&format!("\\u{control:04x}")),
        }
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
}
