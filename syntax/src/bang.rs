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
            /// All operators, in alphabetical order.
            pub const ALL: &[BangOperator] = &[$(BangOperator::$name,)*];

            /// The names of all operators, including deprecated names, without the `!`.
            pub const NAMES: &[&str] = &[$($text $(, $alias)*,)*];

            /// The operator with the name `name`, which has no `!` and may be deprecated.
            pub fn from_name(name: &str) -> Option<BangOperator> {
                Some(match name {
                    $($text $(| $alias)* => BangOperator::$name,)*
                    _ => return None,
                })
            }

            /// The name of the operator without the `!`.
            pub fn name(self) -> &'static str {
                match self { $(BangOperator::$name => $text,)* }
            }

            /// The releases in which the operator has the name `name`, which must be one of its names. From LLVM 22 on,
            /// each operator has only one name.
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
    /// Conversion to a type, or look-up of a record by name.
    Cast = "cast" since V19,
    /// Concatenation of dags.
    Con = "con" since V19,
    /// The value of the first clause whose condition holds.
    Cond = "cond" since V19,
    /// Construction of a dag from an operator, arguments and argument names.
    Dag = "dag" since V19,
    /// Quotient.
    Div = "div" since V19,
    /// Whether a list, string or dag has no elements.
    Empty = "empty" since V19,
    /// Equality.
    Eq = "eq" since V19,
    /// Whether a record with a given name and type exists.
    Exists = "exists" since V19,
    /// The elements of a list that satisfy a condition.
    Filter = "filter" since V19,
    /// The position of a string in another string.
    Find = "find" since V19,
    /// A fold of a list from the left.
    Foldl = "foldl" since V19,
    /// The value of an expression for each element of a list or for each argument of a dag.
    Foreach = "foreach" since V19,
    /// Greater than or equal.
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
    /// The first element of a list.
    Head = "head" since V19,
    /// One of two values, chosen by a condition.
    If = "if" since V19,
    /// Whether a value is set.
    Initialized = "initialized" since V21,
    /// The list of all records of a given type.
    Instances = "instances" since V21,
    /// The elements of a list as one string, with a separator.
    Interleave = "interleave" since V19,
    /// Whether a value has a given type.
    IsA = "isa" since V19,
    /// Less than or equal.
    Le = "le" since V19,
    /// Concatenation of lists.
    ListConcat = "listconcat" since V19,
    /// Concatenation of the lists in a list.
    ListFlatten = "listflatten" since V21,
    /// The elements of a list that are not in another list.
    ListRemove = "listremove" since V19,
    /// A list that repeats a value.
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
    /// A list of the integers in a range.
    Range = "range" since V19,
    /// The text representation of a value.
    Repr = "repr" since V19,
    /// A copy of a dag in which one argument is replaced.
    SetDagArg = "setdagarg" since V19,
    /// A copy of a dag in which the name of one argument is replaced.
    SetDagName = "setdagname" since V19,
    /// A copy of a dag in which the operator is replaced.
    SetDagOp = "setdagop" | "setop" since V19,
    /// A copy of a dag in which the name of the operator is replaced.
    SetDagOpName = "setdagopname" since V22,
    /// Shift to the left.
    Shl = "shl" since V19,
    /// The number of elements of a list, string or dag.
    Size = "size" since V19,
    /// Shift to the right that keeps the sign.
    Sra = "sra" since V19,
    /// Shift to the right that fills with zeros.
    Srl = "srl" since V19,
    /// Concatenation of strings.
    StrConcat = "strconcat" since V19,
    /// Difference.
    Sub = "sub" since V19,
    /// Replacement of a substring or record in a value.
    Subst = "subst" since V19,
    /// A substring of a string.
    Substr = "substr" since V19,
    /// All elements of a list except the first.
    Tail = "tail" since V19,
    /// A string in lower case.
    ToLower = "tolower" since V19,
    /// A string in upper case.
    ToUpper = "toupper" since V19,
    /// Bitwise exclusive or.
    Xor = "xor" since V19,
}

impl BangOperator {
    /// The operator that has the name `name` (without the `!`) in another release, but a different name in `release`.
    /// `None` if there is no such operator, or if `release` knows it by the name `name`.
    pub fn renamed(name: &str, release: Release) -> Option<BangOperator> {
        let operator = BangOperator::from_name(name)?;
        let is_lost = !operator.known_by(name).contains(release);
        (is_lost && operator.known_by(operator.name()).contains(release)).then_some(operator)
    }
}

/// The message about an operator that a release does not have under the name `name` (without the `!`). It suggests the
/// operator that was probably meant.
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
