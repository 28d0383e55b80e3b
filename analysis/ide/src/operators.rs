//! Documentation of bang operators: their parameters and results.

use syntax::BangOperator::{self, *};

/// A bang operator with its documentation, in the form of a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operator {
    /// The documented operator.
    pub operator: BangOperator,
    /// The type in angle brackets after the operator's name; `None` if the operator has none.
    pub ty: Option<&'static str>,
    /// The parameters. An optional parameter ends in `?`. `...` means any number of further operands.
    pub params: &'static [&'static str],
    /// The type of the result; `type` if it depends on the operands or on the type in angle brackets.
    pub result: &'static str,
    /// A description in Markdown.
    pub doc: &'static str,
}

impl Operator {
    /// The operator with its parameters and result type.
    pub fn signature(&self) -> String {
        let ty = self.ty.map(|it| format!("<{it}>")).unwrap_or_default();
        let params = self.params.join(", ");
        let name = self.operator.name();
        format!("!{name}{ty}({params}) -> {}", self.result)
    }
}

/// The documentation of an operator.
pub fn describe(operator: BangOperator) -> Operator {
    let (ty, params, result, doc) = facts(operator);
    Operator {
        operator,
        ty,
        params,
        result,
        doc,
    }
}

type Facts = (
    Option<&'static str>,
    &'static [&'static str],
    &'static str,
    &'static str,
);

fn facts(operator: BangOperator) -> Facts {
    match operator {
        Add => (None, &["a", "b", "..."], "int", "The sum of the operands."),
        And => (
            None,
            &["a", "b", "..."],
            "int",
            "Bitwise and. Of bits or truth values: whether all are 1.",
        ),
        Cast => (
            Some("type"),
            &["a"],
            "type",
            "Converts a value. A string becomes the record of that name; a record becomes its name with `!cast<string>`.",
        ),
        Con => (
            None,
            &["a", "b", "..."],
            "dag",
            "One dag with the arguments of all. Their operators must be the same, or `?`.",
        ),
        Cond => (
            None,
            &["condition: value", "..."],
            "type",
            "The value of the first condition that is 1. It is an error if none is.",
        ),
        Dag => (
            None,
            &["operator", "arguments", "names"],
            "dag",
            "A dag of an operator, a list of arguments and a list of their names. Of two lists the shorter is filled with `?`.",
        ),
        Div => (
            None,
            &["a", "b"],
            "int",
            "The quotient of two signed numbers.",
        ),
        Empty => (
            None,
            &["a"],
            "bit",
            "1 if a string, list or dag has nothing in it.",
        ),
        Eq => (
            None,
            &["a", "b"],
            "bit",
            "1 if two numbers, strings, bits or records are equal.",
        ),
        Exists => (
            Some("class"),
            &["name"],
            "bit",
            "1 if there is a record of this name that is of the class.",
        ),
        Filter => (
            None,
            &["variable", "list", "predicate"],
            "list",
            "The elements for which the predicate, an expression of the variable, is 1.",
        ),
        Find => (
            None,
            &["string", "part", "start?"],
            "int",
            "Where a string occurs in another, or -1.",
        ),
        Foldl => (
            None,
            &["start", "list", "accumulator", "variable", "expression"],
            "type",
            "A fold from the left: the expression is the next value of the accumulator.",
        ),
        Foreach => (
            None,
            &["variable", "sequence", "expression"],
            "list | dag",
            "The expression for each element of a list, or for each argument of a dag.",
        ),
        Ge => (
            None,
            &["a", "b"],
            "bit",
            "1 if `a` is greater than `b` or equal.",
        ),
        GetDagArg => (
            Some("type"),
            &["dag", "key"],
            "type",
            "The argument with this index or name, or `?` if it is of another type.",
        ),
        GetDagName => (
            None,
            &["dag", "index"],
            "string",
            "The name of an argument, or `?`.",
        ),
        GetDagOp => (None, &["dag"], "record", "The operator of a dag."),
        GetDagOpName => (
            None,
            &["dag"],
            "string",
            "The name of the operator of a dag.",
        ),
        Gt => (None, &["a", "b"], "bit", "1 if `a` is greater than `b`."),
        Head => (None, &["list"], "type", "The first element of a list."),
        If => (
            None,
            &["condition", "then", "else"],
            "type",
            "One of two values, as a condition says.",
        ),
        Initialized => (None, &["a"], "bit", "1 if a value is not `?`."),
        Instances => (
            Some("class"),
            &["regex?"],
            "list<class>",
            "The records of a class whose names match an extended regular expression of POSIX.",
        ),
        Interleave => (
            None,
            &["list", "separator"],
            "string",
            "The elements as one string, with a separator between them.",
        ),
        IsA => (Some("type"), &["a"], "bit", "1 if a value is of a type."),
        Le => (
            None,
            &["a", "b"],
            "bit",
            "1 if `a` is less than `b` or equal.",
        ),
        ListConcat => (
            None,
            &["list1", "list2", "..."],
            "list",
            "The elements of all lists.",
        ),
        ListFlatten => (
            None,
            &["list"],
            "list",
            "The elements of the lists in a list.",
        ),
        ListRemove => (
            None,
            &["list1", "list2"],
            "list",
            "The elements of the first list that are not in the second.",
        ),
        ListSplat => (
            None,
            &["value", "count"],
            "list",
            "A list that repeats a value the given number of times.",
        ),
        LogTwo => (
            None,
            &["a"],
            "int",
            "The logarithm to base two, rounded down.",
        ),
        Lt => (None, &["a", "b"], "bit", "1 if `a` is less than `b`."),
        Match => (
            None,
            &["string", "regex"],
            "bit",
            "1 if an extended regular expression of POSIX matches somewhere in a string.",
        ),
        Mul => (
            None,
            &["a", "b", "..."],
            "int",
            "The product of the operands.",
        ),
        Ne => (None, &["a", "b"], "bit", "1 if two values are not equal."),
        Not => (None, &["a"], "bit", "1 if a number is 0."),
        Or => (
            None,
            &["a", "b", "..."],
            "int",
            "Bitwise or. Of bits or truth values: whether any is 1.",
        ),
        Range => (
            None,
            &["start | list", "end?", "step?"],
            "list<int>",
            "The numbers from a start up to an end, which is not among them; of a list, its indices.",
        ),
        Repr => (
            None,
            &["value"],
            "string",
            "The text of a value; of a record, all of it.",
        ),
        SetDagArg => (
            None,
            &["dag", "key", "argument"],
            "dag",
            "The dag with another argument at an index or name.",
        ),
        SetDagName => (
            None,
            &["dag", "key", "name"],
            "dag",
            "The dag with another name for an argument.",
        ),
        SetDagOp => (
            None,
            &["dag", "operator"],
            "dag",
            "The dag with another operator.",
        ),
        SetDagOpName => (
            None,
            &["dag", "name"],
            "dag",
            "The dag with another name for its operator.",
        ),
        Shl => (None, &["a", "count"], "int", "`a` shifted to the left."),
        Size => (
            None,
            &["a"],
            "int",
            "The length of a string, list or dag; of a dag, without its operator.",
        ),
        Sra => (
            None,
            &["a", "count"],
            "int",
            "`a` shifted to the right; the sign stays.",
        ),
        Srl => (
            None,
            &["a", "count"],
            "int",
            "`a` shifted to the right; zeros come in.",
        ),
        StrConcat => (
            None,
            &["string1", "string2", "..."],
            "string",
            "The strings one after the other.",
        ),
        Sub => (None, &["a", "b"], "int", "The difference of two numbers."),
        Subst => (
            None,
            &["target", "replacement", "value"],
            "type",
            "The value, a string or a record, with what it has of the target replaced.",
        ),
        Substr => (
            None,
            &["string", "start", "length?"],
            "string",
            "A part of a string.",
        ),
        Tail => (
            None,
            &["list"],
            "list",
            "All elements of a list but the first.",
        ),
        ToLower => (None, &["string"], "string", "The string in small letters."),
        ToUpper => (
            None,
            &["string"],
            "string",
            "The string in capital letters.",
        ),
        Xor => (None, &["a", "b", "..."], "int", "Bitwise exclusive or."),
    }
}
