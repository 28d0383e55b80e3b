//! The text of values and types, as the reference prints them.
//!
//! Everything is appended to one string. Nothing recurses, so values may be nested to any depth. [`PrintContext`]
//! decides how the name of an anonymous record is printed, because its number may not be known yet.

mod marks;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt::Write;

use smallvec::SmallVec;

use super::{ArgKey, BinOp, DagName, Node, Part, TernOp, Ty, Type, UnOp, ValueId, ValueStore};
use crate::value::{Anon, Format};
use syntax::Release;

pub use marks::{Marked, fill_marks, has_marks, marked_parts};

/// The context for printing a value.
pub trait PrintContext {
    /// The store that contains the values.
    fn values(&self) -> &ValueStore;

    /// The LLVM release whose output is reproduced where releases differ.
    fn release(&self) -> Release;

    /// Appends the name of an anonymous record.
    fn push_anonymous(&self, out: &mut String, anon: Anon);

    /// Appends the text before an argument of an unevaluated class instance. The text is the reference's, which is not
    /// valid TableGen syntax.
    fn push_argument_key(&self, out: &mut String, key: ArgKey) {
        match key {
            ArgKey::Positional(index) => push_int(out, i64::from(index)),
            ArgKey::Named(name) => push_all(out, &["\"", name.as_str(), "\""]),
        }
        out.push_str(": ");
    }

    /// Called regularly while a long text is built. It may unwind (cancellation).
    fn pause(&self) {}

    /// The length in bytes at which the text of a value is cut.
    fn limit(&self) -> usize {
        MAX_TEXT
    }
}

/// The default limit for the text of a value, in bytes. The text of a value with shared parts can exceed any memory.
/// The longest text in LLVM's own targets has 72 MB.
pub(crate) const MAX_TEXT: usize = 1 << 28;

/// The number of bytes between two calls of [`PrintContext::pause`].
pub(crate) const PAUSE: usize = 1 << 16;

pub(crate) fn push_numbered(out: &mut String, number: Option<u32>) {
    const LONGEST: usize = "anonymous_4294967295".len();
    out.reserve(LONGEST);
    out.push_str("anonymous_");
    match number {
        Some(number) => push_int(out, number.into()),
        None => out.push('?'),
    }
}

/// The text of a value, in TableGen syntax if the value can be written in it.
pub fn value(names: &impl PrintContext, v: ValueId) -> String {
    let mut out = String::new();
    push_value(names, &mut out, v);
    out
}

/// The text of a value as in [`value`], but without quotes if it is a string.
pub fn value_unquoted(names: &impl PrintContext, v: ValueId) -> Cow<'static, str> {
    if let Node::Str(text) | Node::Code(text) = names.values().node(v) {
        return text.as_str().into();
    }
    let mut out = String::new();
    push_unquoted(names, &mut out, v);
    out.into()
}

/// The text of a type, as the reference prints it. A record type is printed as the name of its class, or as several
/// names in braces.
pub fn type_text(values: &ValueStore, ty: Ty) -> String {
    let mut out = String::new();
    push_type(values, &mut out, ty);
    out
}

/// Appends the text of [`value_unquoted`].
pub fn push_unquoted<N: PrintContext>(names: &N, out: &mut String, v: ValueId) {
    match names.values().node(v) {
        Node::Str(text) | Node::Code(text) => out.push_str(text.as_str()),
        Node::Text(_, parts) => push_parts(names, out, parts),
        _ => _ = push_value(names, out, v),
    }
}

/// Appends the text of [`value`]. Returns false if the text was cut because it is too long.
pub fn push_value<N: PrintContext>(names: &N, out: &mut String, v: ValueId) -> bool {
    let end = out.len().saturating_add(names.limit());
    push_value_until(names, out, v, end)
}

/// Like [`push_value`], but the text is cut where the length of `out` exceeds `end`, in bytes.
pub(crate) fn push_value_until<N: PrintContext>(
    names: &N,
    out: &mut String,
    v: ValueId,
    end: usize,
) -> bool {
    let values = names.values();
    if push_leaf(names, out, v) {
        return true;
    }
    // The enclosing values, each with the index of its next child.
    let mut stack: SmallVec<[(ValueId, usize); 8]> = SmallVec::new();
    stack.push((v, 0));
    let mut paused_at = out.len();
    while let Some((top, next)) = stack.last_mut() {
        if out.len() > end {
            out.push_str("...");
            return false;
        }
        let (parent, node) = (*top, values.node(*top));
        let inner = loop {
            let child = push_before(names, out, parent, node, *next);
            *next += 1;
            match child {
                Some(child) if out.len() <= end && push_leaf(names, out, child) => {}
                _ => break child,
            }
            if out.len() - paused_at > PAUSE {
                paused_at = out.len();
                names.pause();
            }
        };
        match inner {
            Some(child) => stack.push((child, 0)),
            None => _ = stack.pop(),
        }
    }
    true
}

/// Appends the text of a value without operands. Returns false, and appends nothing, if the value has operands.
fn push_leaf<N: PrintContext>(names: &N, out: &mut String, v: ValueId) -> bool {
    match names.values().node(v) {
        Node::Unset => out.push('?'),
        Node::Bit(bit) => out.push(if *bit { '1' } else { '0' }),
        Node::Int(value) => push_int(out, *value),
        Node::Str(text) => {
            out.push('"');
            out.push_str(text.as_str());
            out.push('"');
        }
        Node::Code(text) => {
            out.push_str("[{");
            out.push_str(text.as_str());
            out.push_str("}]");
        }
        Node::AnonName(anon) => names.push_anonymous(out, *anon),
        Node::Text(format, parts) => {
            let (opener, closer) = match format {
                Format::Quoted => ("\"", "\""),
                Format::Code => ("[{", "}]"),
            };
            out.push_str(opener);
            push_parts(names, out, parts);
            out.push_str(closer);
        }
        Node::Var(name) => out.push_str(name.as_str()),
        Node::Def(name) => push_unquoted(names, out, *name),
        _ => return false,
    }
    true
}

/// Appends the text before the child with the index `next`, and returns that child. After the last child, appends the
/// end of the value's text and returns `None`.
fn push_before<N: PrintContext>(
    names: &N,
    out: &mut String,
    v: ValueId,
    node: &Node,
    next: usize,
) -> Option<ValueId> {
    let ty = || names.values().type_of(v);
    match node {
        Node::Bits(bits) => push_sequence(
            out,
            "{ ",
            " }",
            next,
            bits.len().checked_sub(next + 1).map(|at| bits[at]),
        ),
        Node::List(elems) => push_sequence(out, "[", "]", next, elems.get(next).copied()),
        Node::Un(op, operand) => {
            if next == 0 {
                out.push_str(op.text());
                push_type_argument(names, out, if *op == UnOp::Cast { ty() } else { None });
            }
            push_sequence(out, "(", ")", next, (next == 0).then_some(*operand))
        }
        Node::Bin(op, l, r) => {
            let operand = [*l, *r].get(next).copied();
            match op {
                BinOp::ListElem | BinOp::ListSlice => match next {
                    0 => {}
                    1 => out.push('['),
                    _ => out.push(']'),
                },
                BinOp::RangeClosed if next == 1 => out.push_str("..."),
                BinOp::RangeClosed => {}
                _ => {
                    if next == 0 {
                        out.push_str(op.text());
                        push_type_argument(
                            names,
                            out,
                            if *op == BinOp::GetDagArg { ty() } else { None },
                        );
                    }
                    push_sequence(out, "(", ")", next, operand);
                }
            }
            operand
        }
        Node::Tern(op, l, m, r) => {
            let operands = [*l, *m, *r];
            let first = usize::from(matches!(op, TernOp::Foreach | TernOp::Filter));
            if next == 0 {
                out.push_str(op.text());
                if first == 1 {
                    // The variable's name is a string value, but is printed without quotes.
                    out.push('(');
                    push_unquoted(names, out, *l);
                    out.push_str(", ");
                    return Some(*m);
                }
            }
            push_sequence(out, "(", ")", next, operands.get(next + first).copied())
        }
        Node::Cond(elems) => {
            let (conds, values) = elems.split_at(elems.len() / 2);
            if next % 2 == 1 {
                out.push_str(": ");
                return values.get(next / 2).copied();
            }
            push_sequence(out, "!cond(", ")", next, conds.get(next / 2).copied())
        }
        Node::Fold {
            start,
            list,
            acc,
            var,
            body,
        } => {
            if next == 2 {
                push_all(out, &[", ", acc.as_str(), ", ", var.as_str()]);
            }
            push_sequence(
                out,
                "!foldl(",
                ")",
                next,
                [*start, *list, *body].get(next).copied(),
            )
        }
        Node::IsA(ty, operand) => push_typed(names, out, "!isa", *ty, next, *operand),
        Node::Exists(ty, operand) => push_typed(names, out, "!exists", *ty, next, *operand),
        Node::Instances(ty, operand) => push_typed(names, out, "!instances", *ty, next, *operand),
        Node::VarBit(base, bit) => {
            if next == 0 {
                return Some(*base);
            }
            out.push('{');
            push_int(out, i64::from(*bit));
            out.push('}');
            None
        }
        Node::Field(base, name) => {
            if next == 0 {
                return Some(*base);
            }
            push_all(out, &[".", name.as_str()]);
            None
        }
        Node::Instance(class, args) => {
            if next == 0 {
                out.push_str(class.as_str());
            }
            push_sequence(out, "<", ">", next, args.get(next).map(|(_, v)| *v))?;
            let (key, arg) = args[next];
            names.push_argument_key(out, key);
            Some(arg)
        }
        Node::Dag { op, op_name, args } => {
            match next {
                0 => {
                    out.push('(');
                    return Some(*op);
                }
                1 => push_dag_name(out, dag_operator_mark(names.release()), *op_name),
                _ => push_dag_name(out, ":$", args.get(next - 2)?.1),
            }
            match args.get(next - 1) {
                Some((arg, _)) => {
                    out.push_str(if next == 1 { " " } else { ", " });
                    Some(*arg)
                }
                None => {
                    out.push(')');
                    None
                }
            }
        }
        Node::Unset
        | Node::Bit(_)
        | Node::Int(_)
        | Node::Str(_)
        | Node::Code(_)
        | Node::AnonName(_)
        | Node::Text(..)
        | Node::Var(_)
        | Node::Def(_) => None,
    }
}

/// Appends the text before the child with the index `next` of a sequence: `open` or a comma. If `child` is `None`, the
/// sequence ends, and `close` is appended. Returns `child`.
fn push_sequence(
    out: &mut String,
    open: &str,
    close: &str,
    next: usize,
    child: Option<ValueId>,
) -> Option<ValueId> {
    if next == 0 {
        out.push_str(open);
    }
    match child {
        None => out.push_str(close),
        Some(_) if next > 0 => out.push_str(", "),
        Some(_) => {}
    }
    child
}

fn push_typed<N: PrintContext>(
    names: &N,
    out: &mut String,
    op: &str,
    ty: Ty,
    next: usize,
    operand: ValueId,
) -> Option<ValueId> {
    if next == 0 {
        out.push_str(op);
        push_type_argument(names, out, Some(ty));
    }
    push_sequence(out, "(", ")", next, (next == 0).then_some(operand))
}

fn push_type_argument<N: PrintContext>(names: &N, out: &mut String, ty: Option<Ty>) {
    if let Some(ty) = ty {
        out.push('<');
        push_type(names.values(), out, ty);
        out.push('>');
    }
}

/// The text between a dag's operator and the operator's name.
fn dag_operator_mark(release: Release) -> &'static str {
    if release >= Release::V21 { ":$" } else { ":" }
}

fn push_dag_name(out: &mut String, mark: &str, name: Option<DagName>) {
    if let Some(name) = name {
        push_all(out, &[mark, name.as_str()]);
    }
}

fn push_parts<N: PrintContext>(names: &N, out: &mut String, parts: &[Part]) {
    for part in parts {
        match part {
            Part::Text(text) => out.push_str(text.as_str()),
            Part::Anonymous(anon) => names.push_anonymous(out, *anon),
        }
    }
}

/// Appends the text of [`type_text`].
pub fn push_type(values: &ValueStore, out: &mut String, ty: Ty) {
    let (mut ty, mut lists) = (ty, 0);
    while let Some(elem) = values.elem_ty(ty) {
        out.push_str("list<");
        ty = elem;
        lists += 1;
    }
    match values.type_data(ty) {
        Type::Bit => out.push_str("bit"),
        Type::Int => out.push_str("int"),
        Type::String => out.push_str("string"),
        Type::Dag => out.push_str("dag"),
        Type::Bits(width) => {
            out.push_str("bits<");
            push_int(out, i64::from(*width));
            out.push('>');
        }
        Type::List(_) => {}
        Type::Record(classes) => match classes[..] {
            [class] => out.push_str(class.as_str()),
            _ => {
                out.push('{');
                for (index, class) in classes.iter().enumerate() {
                    push_all(out, &[if index == 0 { "" } else { ", " }, class.as_str()]);
                }
                out.push('}');
            }
        },
    }
    out.extend(std::iter::repeat_n('>', lists));
}

fn push_int(out: &mut String, value: i64) {
    // Fast path: most integers have one digit.
    match u8::try_from(value) {
        Ok(digit) if digit < 10 => out.push((b'0' + digit) as char),
        // Small numbers, as in the names of anonymous records, are faster to write without formatting.
        _ if (10..10_000).contains(&value) => {
            push_int(out, value / 10);
            push_int(out, value % 10);
        }
        // Writing to a string cannot fail.
        _ => _ = write!(out, "{value}"),
    }
}

pub(crate) fn push_all(out: &mut String, parts: &[&str]) {
    parts.iter().for_each(|part| out.push_str(part));
}
