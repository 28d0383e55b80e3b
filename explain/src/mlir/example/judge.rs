//! Decides whether a made-up type satisfies a constraint, as far as the C++ condition of the constraint is understood.

use std::borrow::Cow;

use backend::{Fatal, Rec, spend};

use super::types::{Made, Verdict, class_name};

/// The maximum nesting depth of predicates and of operators in their expressions. Deeper conditions are not understood.
const MAX_DEPTH: usize = 100;

/// A condition on a type.
pub(super) enum Condition {
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
    /// The type has elements, and their type satisfies the condition.
    Element(Box<Condition>),
    /// The type has one of these C++ classes or interfaces.
    IsA(Vec<String>),
    /// A method of the type returns true. Given are the name of the method, such as `isF32`, and its argument.
    Method(String, Option<u64>),
    /// The rank or the number of elements of the type satisfies a comparison with a number.
    Number(Number, Comparison, i64),
    Known(bool),
    Unknown,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Number {
    Rank,
    Elements,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    Less,
    Greater,
    AtLeast,
    AtMost,
}

impl Condition {
    /// Reads the condition of a predicate.
    pub(super) fn read(predicate: Rec) -> Result<Condition, Fatal> {
        read(predicate, 0)
    }

    /// Calls `found` with each C++ class that the condition mentions.
    pub(super) fn each_class(&self, found: &mut dyn FnMut(&str)) {
        match self {
            Condition::All(all) | Condition::Any(all) => {
                all.iter().for_each(|it| it.each_class(found));
            }
            Condition::Not(it) | Condition::Element(it) => it.each_class(found),
            Condition::IsA(classes) => classes.iter().for_each(|it| found(it)),
            _ => {}
        }
    }

    /// Whether a type satisfies the condition, as far as the condition is understood.
    pub(super) fn judge(&self, ty: &Made) -> Verdict {
        match self {
            Condition::All(all) => {
                let verdicts: Vec<Verdict> = all.iter().map(|it| it.judge(ty)).collect();
                let worst = verdicts.iter().copied().min().unwrap_or(Verdict::True);
                let best = verdicts.iter().copied().max().unwrap_or(Verdict::True);
                if worst == Verdict::Unknown && best > Verdict::Unknown {
                    Verdict::Partly
                } else {
                    worst
                }
            }
            Condition::Any(all) => {
                let verdicts = all.iter().map(|it| it.judge(ty));
                verdicts.max().unwrap_or(Verdict::False)
            }
            Condition::Not(it) => match it.judge(ty) {
                Verdict::False => Verdict::True,
                Verdict::True => Verdict::False,
                other => other,
            },
            Condition::Element(it) => match ty.element() {
                Some(element) => it.judge(element),
                None => Verdict::False,
            },
            Condition::IsA(classes) => {
                let verdicts = classes.iter().map(|it| ty.is_a(it));
                verdicts.max().unwrap_or(Verdict::False)
            }
            Condition::Method(name, argument) => ty.method(name, *argument),
            Condition::Number(number, comparison, to) => {
                let Some(shape) = ty.shape() else {
                    return Verdict::False;
                };
                let value = match number {
                    Number::Rank => shape.len() as i64,
                    Number::Elements => shape.iter().product(),
                };
                let holds = match comparison {
                    Comparison::Equal => value == *to,
                    Comparison::Less => value < *to,
                    Comparison::Greater => value > *to,
                    Comparison::AtLeast => value >= *to,
                    Comparison::AtMost => value <= *to,
                };
                holds.into()
            }
            Condition::Known(it) => (*it).into(),
            Condition::Unknown => Verdict::Unknown,
        }
    }
}

fn read(predicate: Rec, depth: usize) -> Result<Condition, Fatal> {
    if depth == MAX_DEPTH {
        return Ok(Condition::Unknown);
    }
    if !predicate.is_a("CombinedPred") {
        return Ok(if predicate.is_a("CPred") {
            leaf(&predicate.string("predExpr")?, depth)
        } else {
            Condition::Unknown
        });
    }
    spend(1);
    let children = predicate.list_of_defs("children")?;
    let mut all = Vec::with_capacity(children.len());
    for child in children {
        all.push(read(child, depth + 1)?);
    }
    Ok(match predicate.def("kind")?.name() {
        "PredCombinerAnd" => Condition::All(all),
        "PredCombinerOr" => Condition::Any(all),
        "PredCombinerNot" => Condition::Not(only(all)),
        "PredCombinerSubstLeaves" if &*predicate.string("pattern")? == "$_self" => {
            let of: Cow<str> = predicate.string("replacement")?;
            match &*of {
                "t" | "elementType" => Condition::Element(only(all)),
                of if of.contains("getElementType()") => Condition::Element(only(all)),
                // A condition on the type in a `TypeAttr`.
                of if of.contains("getValue()") => *only(all),
                _ => Condition::Unknown,
            }
        }
        // The only child is the condition on elements; the combiner just adds text around it.
        "PredCombinerConcat" => *only(all),
        _ => Condition::Unknown,
    })
}

fn only(mut all: Vec<Condition>) -> Box<Condition> {
    Box::new(match all.len() {
        1 => all.remove(0),
        _ => Condition::Unknown,
    })
}

/// Reads a C++ expression. `depth` is its nesting depth in predicates and operators.
fn leaf(text: &str, depth: usize) -> Condition {
    if depth == MAX_DEPTH {
        return Condition::Unknown;
    }
    spend(1 + text.len() / 16);
    let text = without_parentheses(text);
    for (operator, join) in [
        ("||", Condition::Any as fn(Vec<Condition>) -> Condition),
        ("&&", Condition::All),
    ] {
        let parts = split(text, operator);
        if parts.len() > 1 {
            let parts = parts.into_iter();
            return join(parts.map(|it| leaf(it, depth + 1)).collect());
        }
    }
    if let Some(rest) = text.strip_prefix('!') {
        return Condition::Not(Box::new(leaf(rest, depth + 1)));
    }
    match text {
        "true" => return Condition::Known(true),
        "false" => return Condition::Known(false),
        _ => {}
    }
    is_a(text)
        .or_else(|| of_llvm(text))
        .or_else(|| method(text))
        .or_else(|| number(text))
        .unwrap_or(Condition::Unknown)
}

/// Removes white space and up to [`MAX_DEPTH`] pairs of parentheses around a text.
fn without_parentheses(text: &str) -> &str {
    let mut text = text.trim();
    for _ in 0..MAX_DEPTH {
        let inner = text.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
        let Some(inner) = inner else {
            break;
        };
        let mut depth = 0;
        for c in inner.chars() {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            // The first parenthesis ends before the last one.
            if depth < 0 {
                return text;
            }
        }
        text = inner.trim();
    }
    text
}

/// Splits a text at each occurrence of `operator` outside of parentheses, brackets and braces.
fn split<'t>(text: &'t str, operator: &str) -> Vec<&'t str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ if depth == 0 && at >= start && text[at..].starts_with(operator) => {
                parts.push(&text[start..at]);
                start = at + operator.len();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// Whether an expression is the tested type, or the type that a tested `TypeAttr` holds.
fn is_self(text: &str) -> bool {
    text == "$_self" || (text.contains("TypeAttr>($_self)") && text.ends_with(".getValue()"))
}

/// Reads `::llvm::isa<A, B>($_self)` or `$_self.isa<A>()`.
fn is_a(text: &str) -> Option<Condition> {
    let rest = text.strip_prefix("::").unwrap_or(text);
    let rest = rest.strip_prefix("llvm::").unwrap_or(rest);
    let rest = rest.strip_prefix("mlir::").unwrap_or(rest);
    let is_method = rest.starts_with("$_self.isa<");
    let rest = rest.strip_prefix("$_self.").unwrap_or(rest);
    let rest = rest.strip_prefix("isa<")?;
    let (classes, argument) = rest.split_once(">(")?;
    let argument = without_parentheses(argument.strip_suffix(')')?);
    if !(is_method && argument.is_empty() || is_self(argument)) {
        return None;
    }
    let classes = classes.split(',').map(|it| class_name(it).to_owned());
    let classes: Vec<String> = classes.collect();
    // Conditions of this kind are only judged for a type in a `TypeAttr`.
    if classes == ["TypeAttr"] {
        return Some(Condition::Known(true));
    }
    Some(Condition::IsA(classes))
}

/// Reads a call of a function of MLIR's dialect LLVM, such as `::mlir::LLVM::isCompatibleOuterType($_self)`. Many other
/// dialects use constraints of this dialect.
fn of_llvm(text: &str) -> Option<Condition> {
    let (_, call) = text.split_once("LLVM::is")?;
    let classes: &[&str] = match call.strip_suffix("($_self)")? {
        "CompatibleType" | "CompatibleOuterType" | "LoadableType" => &[
            "IntegerType",
            "FloatType",
            "VectorType",
            "LLVM::LLVMPointerType",
        ],
        "CompatibleFloatingPointType" => &["FloatType"],
        "CompatibleVectorType" => &["VectorType"],
        _ => return None,
    };
    let classes = classes.iter().map(|it| (*it).to_owned());
    Some(Condition::IsA(classes.collect()))
}

/// Reads `$_self.isF32()`, `$_self.isInteger(8)` or `cast<X>($_self).hasRank()`.
fn method(text: &str) -> Option<Condition> {
    let at = text.rfind('.')?;
    let (of, call) = (&text[..at], &text[at + 1..]);
    let (name, argument) = call.strip_suffix(')')?.split_once('(')?;
    let name = name.split_once('<').map_or(name, |it| it.0);
    let argument = match argument.trim() {
        "" => None,
        text => Some(text.parse().ok()?),
    };
    let of = of.trim();
    if let Some(inner) = of.strip_suffix(".getElementType()") {
        let is_of_self = inner.ends_with("($_self)");
        let method = Condition::Method(name.to_owned(), argument);
        return is_of_self.then(|| Condition::Element(Box::new(method)));
    }
    let is_of_self = is_self(of) || (of.contains("cast<") && of.ends_with("($_self)"));
    is_of_self.then(|| Condition::Method(name.to_owned(), argument))
}

/// Reads `cast<X>($_self).getRank() >= 1`.
fn number(text: &str) -> Option<Condition> {
    let (of, rest) = text.split_once("($_self).get")?;
    let (name, rest) = rest.split_once("()")?;
    let number = match name {
        "Rank" => Number::Rank,
        "NumElements" => Number::Elements,
        _ => return None,
    };
    let comparisons = [
        ("==", Comparison::Equal),
        (">=", Comparison::AtLeast),
        ("<=", Comparison::AtMost),
        (">", Comparison::Greater),
        ("<", Comparison::Less),
    ];
    let rest = rest.trim();
    let (rest, comparison) = comparisons
        .into_iter()
        .find_map(|(sign, it)| Some((rest.strip_prefix(sign)?, it)))?;
    let to = rest.trim().parse().ok()?;
    of.contains("cast<")
        .then_some(Condition::Number(number, comparison, to))
}
