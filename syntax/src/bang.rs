//! The bang operators.

use crate::{Release, Releases, nearest};

/// The beginning of the message about an unknown operator, in the words of llvm-tblgen 19.
pub const UNKNOWN_OPERATOR: &str = "Unknown operator";

macro_rules! operators {
    ($($(#[$doc:meta])* $name:ident = $text:literal $(| $alias:literal)* since $since:ident,)*) => {
        /// A bang operator.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum BangOperator {
            $($(#[$doc])* $name,)*
        }

        impl BangOperator {
            /// All of them.
            pub const ALL: &[BangOperator] = &[$(BangOperator::$name,)*];

            /// All names, including deprecated ones, without the `!`.
            pub const NAMES: &[&str] = &[$($text $(, $alias)*,)*];

            /// The operator of this name, without the `!`. Deprecated names are included.
            pub fn from_name(name: &str) -> Option<BangOperator> {
                Some(match name {
                    $($text $(| $alias)* => BangOperator::$name,)*
                    _ => return None,
                })
            }

            /// Its name without the `!`.
            pub fn name(self) -> &'static str {
                match self { $(BangOperator::$name => $text,)* }
            }

            /// The releases that know it by a name. Since LLVM 22 each has only one.
            pub fn known_by(self, name: &str) -> Releases {
                match self {
                    $(BangOperator::$name if name == $text => Releases::since(Release::$since),)*
                    _ => Releases::until(Release::V21),
                }
            }
        }
    };
}

operators! {
    /// Sum.
    Add = "add" since V19,
    /// Bitwise and.
    And = "and" since V19,
    /// Conversion, and look-up of a record by name.
    Cast = "cast" since V19,
    /// Concatenation of dags.
    Con = "con" since V19,
    /// The first value whose condition holds.
    Cond = "cond" since V19,
    /// A dag of an operator, arguments and names.
    Dag = "dag" since V19,
    /// Quotient.
    Div = "div" since V19,
    /// Whether a list, string or dag has no elements.
    Empty = "empty" since V19,
    /// Equality.
    Eq = "eq" since V19,
    /// Whether a record exists.
    Exists = "exists" since V19,
    /// The elements for which a condition holds.
    Filter = "filter" since V19,
    /// The position of a string in another.
    Find = "find" since V19,
    /// A fold from the left.
    Foldl = "foldl" since V19,
    /// A value for each element.
    Foreach = "foreach" since V19,
    /// At least.
    Ge = "ge" since V19,
    /// An argument of a dag.
    GetDagArg = "getdagarg" since V19,
    /// The name of an argument of a dag.
    GetDagName = "getdagname" since V19,
    /// The operator of a dag.
    GetDagOp = "getdagop" | "getop" since V19,
    /// The name of the operator of a dag.
    GetDagOpName = "getdagopname" since V22,
    /// Greater than.
    Gt = "gt" since V19,
    /// The first element.
    Head = "head" since V19,
    /// One of two values.
    If = "if" since V19,
    /// Whether a value is set.
    Initialized = "initialized" since V21,
    /// The records of a type.
    Instances = "instances" since V21,
    /// The elements as one string.
    Interleave = "interleave" since V19,
    /// Whether a value is of a type.
    IsA = "isa" since V19,
    /// At most.
    Le = "le" since V19,
    /// Concatenation of lists.
    ListConcat = "listconcat" since V19,
    /// A list of lists as one list.
    ListFlatten = "listflatten" since V21,
    /// The elements that are not in another list.
    ListRemove = "listremove" since V19,
    /// A value repeated.
    ListSplat = "listsplat" since V19,
    /// The logarithm to base two.
    LogTwo = "logtwo" since V19,
    /// Less than.
    Lt = "lt" since V19,
    /// Whether a string matches a regular expression.
    Match = "match" since V21,
    /// Product.
    Mul = "mul" since V19,
    /// Inequality.
    Ne = "ne" since V19,
    /// Logical negation.
    Not = "not" since V19,
    /// Bitwise or.
    Or = "or" since V19,
    /// A list of numbers.
    Range = "range" since V19,
    /// The text of a value.
    Repr = "repr" since V19,
    /// A dag with another argument.
    SetDagArg = "setdagarg" since V19,
    /// A dag with another name of an argument.
    SetDagName = "setdagname" since V19,
    /// A dag with another operator.
    SetDagOp = "setdagop" | "setop" since V19,
    /// A dag with another name of its operator.
    SetDagOpName = "setdagopname" since V22,
    /// Shift to the left.
    Shl = "shl" since V19,
    /// The number of elements.
    Size = "size" since V19,
    /// Shift to the right that keeps the sign.
    Sra = "sra" since V19,
    /// Shift to the right that fills with zeros.
    Srl = "srl" since V19,
    /// Concatenation of strings.
    StrConcat = "strconcat" since V19,
    /// Difference.
    Sub = "sub" since V19,
    /// Replacement.
    Subst = "subst" since V19,
    /// Part of a string.
    Substr = "substr" since V19,
    /// All elements but the first.
    Tail = "tail" since V19,
    /// Small letters.
    ToLower = "tolower" since V19,
    /// Capital letters.
    ToUpper = "toupper" since V19,
    /// Bitwise exclusive or.
    Xor = "xor" since V19,
}

impl BangOperator {
    /// The operator that a release has lost by this name, without the `!`, and has by another.
    pub fn renamed(name: &str, release: Release) -> Option<BangOperator> {
        let operator = BangOperator::from_name(name)?;
        let is_lost = !operator.known_by(name).contains(release);
        (is_lost && operator.known_by(operator.name()).contains(release)).then_some(operator)
    }
}

/// The message about an operator that a release does not have by this name, without the `!`. It names
/// the operator that is likely meant.
pub fn unknown_operator(name: &str, release: Release) -> String {
    if let Some(operator) = BangOperator::renamed(name, release) {
        let new = operator.name();
        return format!("unknown operator '!{name}': LLVM {release} has '!{new}' in its place");
    }
    if let Some(operator) = BangOperator::from_name(name) {
        let since = operator.known_by(name).first();
        return format!(
            "unknown operator '!{name}': LLVM {since} has it, LLVM {release} does not yet"
        );
    }
    let known = BangOperator::ALL.iter().map(|it| it.name());
    match nearest(name, known, 1).first() {
        Some(near) => format!("unknown operator '!{name}': the nearest is '!{near}'"),
        None => format!("unknown operator '!{name}'"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_unknown_operator_may_mean() {
        let check = |name, release, want: &str| assert_eq!(unknown_operator(name, release), want);
        check(
            "getop",
            Release::V22,
            "unknown operator '!getop': LLVM 22 has '!getdagop' in its place",
        );
        check(
            "match",
            Release::V19,
            "unknown operator '!match': LLVM 21 has it, LLVM 19 does not yet",
        );
        check(
            "initializd",
            Release::V22,
            "unknown operator '!initializd': the nearest is '!initialized'",
        );
        check("nothing", Release::V22, "unknown operator '!nothing'");
        assert_eq!(BangOperator::renamed("setop", Release::V21), None);
    }
}
