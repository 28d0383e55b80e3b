//! Values in JSON.

use std::fmt::Write;

use elaborate::value::print::{push_value, value_unquoted};
use elaborate::value::{Node, ValueId};

use super::{push_escaped, push_string};
use backend::{Records, spend};

/// The maximum length of one value's JSON in bytes. Longer values are truncated.
const LIMIT: usize = 1 << 30;

/// Appends a value. Returns false if the value was truncated.
pub(super) fn push(records: &Records, out: &mut String, v: ValueId) -> bool {
    let end = out.len().saturating_add(LIMIT);
    if let Some(complete) = push_leaf(records, out, v) {
        return complete;
    }
    // The enclosing values, each with the index of its next child.
    let mut stack = vec![(v, 0)];
    let mut all = true;
    while let Some((top, next)) = stack.last_mut() {
        if out.len() > end {
            return false;
        }
        spend(4);
        let child = push_before(records, out, *top, *next, &mut all);
        *next += 1;
        match child {
            None => _ = stack.pop(),
            Some(child) => match push_leaf(records, out, child) {
                None => stack.push((child, 0)),
                Some(complete) => all &= complete,
            },
        }
    }
    all
}

/// Appends a value that has no children in JSON. Returns `Some(false)` if the value was truncated. For a value with
/// children, appends nothing and returns `None`.
fn push_leaf(records: &Records, out: &mut String, v: ValueId) -> Option<bool> {
    match records.node(v) {
        Node::Unset => out.push_str("null"),
        Node::Bit(bit) => out.push(if *bit { '1' } else { '0' }),
        Node::Int(value) => _ = write!(out, "{value}"),
        Node::Str(_) | Node::Code(_) | Node::Text(..) => {
            push_string(out, &value_unquoted(&records.names(), v));
        }
        Node::Bits(_) | Node::List(_) | Node::Dag { .. } => return None,
        Node::Def(name) => {
            let name = value_unquoted(&records.names(), *name);
            out.push_str("{\"def\":");
            push_string(out, &name);
            out.push_str(",\"kind\":\"def\",\"printable\":");
            push_string(out, &name);
            out.push('}');
        }
        Node::Var(name) => {
            out.push_str("{\"kind\":\"var\",\"printable\":");
            push_string(out, name.as_str());
            out.push_str(",\"var\":");
            push_string(out, name.as_str());
            out.push('}');
        }
        Node::VarBit(base, bit) => match records.node(*base) {
            Node::Var(name) => {
                let _ = write!(
                    out,
                    "{{\"index\":{bit},\"kind\":\"varbit\",\"printable\":\""
                );
                push_escaped(out, name.as_str());
                let _ = write!(out, "{{{bit}}}\",\"var\":");
                push_string(out, name.as_str());
                out.push('}');
            }
            _ => return Some(push_complex(records, out, v)),
        },
        _ => return Some(push_complex(records, out, v)),
    }
    Some(true)
}

fn push_complex(records: &Records, out: &mut String, v: ValueId) -> bool {
    out.push_str("{\"kind\":\"complex\",\"printable\":");
    let complete = push_printable(records, out, v);
    out.push('}');
    complete
}

/// Appends a JSON string with the text that `-print-records` writes for the value. Returns false if the value was
/// truncated.
fn push_printable(records: &Records, out: &mut String, v: ValueId) -> bool {
    let start = out.len();
    out.push('"');
    let complete = push_value(&records.names(), out, v);
    // Most texts need no escapes and are not copied.
    let text = &out[start + 1..];
    if text
        .bytes()
        .any(|byte| byte < 0x20 || matches!(byte, b'"' | b'\\' | 0xF4))
    {
        let text = out.split_off(start + 1);
        push_escaped(out, &text);
    }
    out.push('"');
    complete
}

/// Appends the text before the `next`th child of a value, and returns that child. After the last child, appends the end
/// of the value and returns `None`.
fn push_before(
    records: &Records,
    out: &mut String,
    v: ValueId,
    next: usize,
    all: &mut bool,
) -> Option<ValueId> {
    match records.node(v) {
        Node::Bits(elems) | Node::List(elems) => {
            let child = elems.get(next).copied();
            if next == 0 {
                out.push('[');
            }
            match child {
                None => out.push(']'),
                Some(_) if next > 0 => out.push(','),
                Some(_) => {}
            }
            child
        }
        Node::Dag { op, op_name, args } => {
            if next == 0 {
                out.push_str("{\"args\":[");
            } else if let Some((_, name)) = args.get(next - 1) {
                out.push(',');
                match name {
                    Some(name) => push_string(out, name.as_str()),
                    None => out.push_str("null"),
                }
                out.push(']');
            }
            if let Some((arg, _)) = args.get(next) {
                out.push_str(if next > 0 { ",[" } else { "[" });
                return Some(*arg);
            }
            if next == args.len() {
                out.push_str("],\"kind\":\"dag\",");
                if let Some(name) = op_name {
                    out.push_str("\"name\":");
                    push_string(out, name.as_str());
                    out.push(',');
                }
                out.push_str("\"operator\":");
                return Some(*op);
            }
            out.push_str(",\"printable\":");
            *all &= push_printable(records, out, v);
            out.push('}');
            None
        }
        // All other values have no children in JSON.
        _ => None,
    }
}
