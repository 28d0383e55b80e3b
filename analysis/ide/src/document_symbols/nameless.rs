//! Labels of statements without names: `Pat<(add GR32, (mul …)), (LEA …)>`.

use syntax::ast::{Arg, DagArg, DagValue, Statement, Value};

use crate::tree_text::{cut, one_line};

/// The length in characters after which further arguments are omitted.
const MAX_NAME: usize = 80;
/// The largest number of characters of an argument.
const MAX_ARGUMENT: usize = 30;
/// The largest number of characters of an operator. It exceeds `MAX_ARGUMENT` because long names of intrinsics differ
/// only at their ends.
const MAX_OPERATOR: usize = 46;
/// The largest number of characters of a pattern.
const MAX_PATTERN: usize = 52;
/// The largest depth to which the dags of the first argument are shown.
const MAX_DEPTH: usize = 2;
/// The greatest depth of nested dags that are examined.
const MAX_NESTED: usize = 8;

/// The label of a statement: the first class that it names, with abbreviated arguments.
pub(super) fn nameless(stmt: Statement<'_>) -> String {
    let parents = match stmt {
        Statement::Def(it) => it.parents(),
        Statement::Defm(it) => it.parents(),
        _ => None,
    };
    let class = parents.and_then(|it| it.class_refs().next());
    let Some(class) = class.filter(|it| !it.name_text().is_empty()) else {
        return "(unnamed)".to_owned();
    };
    let mut shown: Vec<String> = Vec::new();
    let mut len = class.name_text().len();
    for arg in class.arg_list().into_iter().flat_map(|it| it.args()) {
        if len > MAX_NAME {
            shown.push("…".to_owned());
            break;
        }
        let text = match arg {
            Arg::Value(value) if shown.is_empty() => pattern(value),
            Arg::Value(value) => shape(value, 0, MAX_NESTED),
            Arg::NamedArg(_) => cut(&one_line(arg), MAX_ARGUMENT),
        };
        len += text.chars().count();
        shown.push(text);
    }
    if shown.is_empty() {
        class.name_text().to_owned()
    } else {
        format!("{}<{}>", class.name_text(), shown.join(", "))
    }
}

/// The text of a pattern, at the greatest depth at which it is short enough.
fn pattern(value: Value<'_>) -> String {
    let depths = (0..=MAX_DEPTH).rev();
    let mut shapes = depths.map(|depth| shape(value, depth, MAX_NESTED));
    let short = shapes.find(|it| it.chars().count() <= MAX_PATTERN);
    short.unwrap_or_else(|| cut(&shape(value, 0, MAX_NESTED), MAX_PATTERN))
}

/// The text of a value. Dags nested deeper than `depth` are abbreviated. Dags that only set a type or a result do not
/// count towards `depth`, only towards `nested`.
fn shape(value: Value<'_>, depth: usize, nested: usize) -> String {
    match value {
        Value::DagValue(dag) => dag_shape(dag, depth, nested),
        Value::ListValue(list) => {
            let mut values = list.values();
            let Some(first) = values.next() else {
                return "[]".to_owned();
            };
            let first = shape(first, depth, nested);
            let more = if values.next().is_some() { ", …" } else { "" };
            format!("[{first}{more}]")
        }
        _ => cut(&one_line(value), MAX_ARGUMENT),
    }
}

fn dag_shape(dag: DagValue<'_>, depth: usize, nested: usize) -> String {
    let operator = dag.operator().map(|it| argument(it, MAX_OPERATOR));
    let operator = operator.unwrap_or_default();
    if dag.dag_args().next().is_none() {
        return format!("({operator})");
    }
    let is_around = operator == "set" || is_type(&operator);
    let depth = if is_around {
        Some(depth)
    } else {
        depth.checked_sub(1)
    };
    let (Some(depth), Some(nested)) = (depth, nested.checked_sub(1)) else {
        return format!("({operator} …)");
    };
    let args = dag.dag_args().map(|it| match it.value() {
        Some(inner @ Value::DagValue(_)) => shape(inner, depth, nested),
        _ => argument(it, MAX_ARGUMENT),
    });
    format!("({operator} {})", args.collect::<Vec<_>>().join(", "))
}

/// The text of an operator or operand: its value, or its name if it has no value. At most `most` characters.
fn argument(arg: DagArg<'_>, most: usize) -> String {
    match arg.value() {
        Some(value) => cut(&one_line(value), most),
        None => cut(&one_line(arg), most),
    }
}

/// Whether an operator is the name of a value type of LLVM: `i32`, `v4f32`, `nxv2i64`.
fn is_type(operator: &str) -> bool {
    let begins = operator.starts_with(['i', 'f', 'v', 'n', 'b']);
    let is_digit = |it: char| it.is_ascii_digit();
    let (lanes, width) = operator.split_at(operator.trim_end_matches(is_digit).len());
    let is_of_lanes = |it: char| matches!(it, 'i' | 'f' | 'b' | 'v' | 'n' | 'x') || is_digit(it);
    operator == "iPTR" || begins && !width.is_empty() && lanes.chars().all(is_of_lanes)
}
