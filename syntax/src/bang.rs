//! The bang operators.

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

            /// All names, deprecated ones among them, without the `!`.
            pub const NAMES: &[&str] = &[$($text $(, $alias)*,)*];

            /// The operator of this name, which is written without the `!`. Deprecated names count.
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

            /// The release of the reference it came with, of those that matter.
            pub fn since(self) -> crate::Compat {
                match self { $(BangOperator::$name => crate::Compat::$since,)* }
            }
        }
    };
}

operators! {
    /// Sum.
    Add = "add" since Llvm19,
    /// Bitwise and.
    And = "and" since Llvm19,
    /// Conversion, and look-up of a record by name.
    Cast = "cast" since Llvm19,
    /// Concatenation of dags.
    Con = "con" since Llvm19,
    /// The first value whose condition holds.
    Cond = "cond" since Llvm19,
    /// A dag of an operator, arguments and names.
    Dag = "dag" since Llvm19,
    /// Quotient.
    Div = "div" since Llvm19,
    /// Whether a list, string or dag has no elements.
    Empty = "empty" since Llvm19,
    /// Equality.
    Eq = "eq" since Llvm19,
    /// Whether a record exists.
    Exists = "exists" since Llvm19,
    /// The elements for which a condition holds.
    Filter = "filter" since Llvm19,
    /// Where a string occurs in another.
    Find = "find" since Llvm19,
    /// A fold from the left.
    Foldl = "foldl" since Llvm19,
    /// A value for each element.
    Foreach = "foreach" since Llvm19,
    /// At least.
    Ge = "ge" since Llvm19,
    /// An argument of a dag.
    GetDagArg = "getdagarg" since Llvm19,
    /// The name of an argument of a dag.
    GetDagName = "getdagname" since Llvm19,
    /// The operator of a dag.
    GetDagOp = "getdagop" | "getop" since Llvm19,
    /// The name of the operator of a dag.
    GetDagOpName = "getdagopname" since Llvm22,
    /// Greater than.
    Gt = "gt" since Llvm19,
    /// The first element.
    Head = "head" since Llvm19,
    /// One of two values.
    If = "if" since Llvm19,
    /// Whether a value is set.
    Initialized = "initialized" since Llvm22,
    /// The records of a type.
    Instances = "instances" since Llvm22,
    /// The elements as one string.
    Interleave = "interleave" since Llvm19,
    /// Whether a value is of a type.
    IsA = "isa" since Llvm19,
    /// At most.
    Le = "le" since Llvm19,
    /// Concatenation of lists.
    ListConcat = "listconcat" since Llvm19,
    /// A list of lists as one list.
    ListFlatten = "listflatten" since Llvm22,
    /// The elements that are not in another list.
    ListRemove = "listremove" since Llvm19,
    /// A value repeated.
    ListSplat = "listsplat" since Llvm19,
    /// The logarithm to base two.
    LogTwo = "logtwo" since Llvm19,
    /// Less than.
    Lt = "lt" since Llvm19,
    /// Whether a string matches a regular expression.
    Match = "match" since Llvm22,
    /// Product.
    Mul = "mul" since Llvm19,
    /// Inequality.
    Ne = "ne" since Llvm19,
    /// Logical negation.
    Not = "not" since Llvm19,
    /// Bitwise or.
    Or = "or" since Llvm19,
    /// A list of numbers.
    Range = "range" since Llvm19,
    /// The text of a value.
    Repr = "repr" since Llvm19,
    /// A dag with another argument.
    SetDagArg = "setdagarg" since Llvm19,
    /// A dag with another name of an argument.
    SetDagName = "setdagname" since Llvm19,
    /// A dag with another operator.
    SetDagOp = "setdagop" | "setop" since Llvm19,
    /// A dag with another name of its operator.
    SetDagOpName = "setdagopname" since Llvm22,
    /// Shift to the left.
    Shl = "shl" since Llvm19,
    /// How many elements.
    Size = "size" since Llvm19,
    /// Shift to the right that keeps the sign.
    Sra = "sra" since Llvm19,
    /// Shift to the right that fills with zeros.
    Srl = "srl" since Llvm19,
    /// Concatenation of strings.
    StrConcat = "strconcat" since Llvm19,
    /// Difference.
    Sub = "sub" since Llvm19,
    /// Replacement.
    Subst = "subst" since Llvm19,
    /// Part of a string.
    Substr = "substr" since Llvm19,
    /// All elements but the first.
    Tail = "tail" since Llvm19,
    /// Small letters.
    ToLower = "tolower" since Llvm19,
    /// Capital letters.
    ToUpper = "toupper" since Llvm19,
    /// Bitwise exclusive or.
    Xor = "xor" since Llvm19,
}
