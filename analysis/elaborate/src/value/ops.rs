//! The operators of unevaluated values.

/// Operators with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnOp {
    /// `!tolower(string)`
    ToLower,
    /// `!toupper(string)`
    ToUpper,
    /// `!cast<type>(value)`; `type` is the node's type.
    Cast,
    /// `!not(number)`
    Not,
    /// `!head(list)`
    Head,
    /// `!tail(list)`
    Tail,
    /// `!size`, of a string, list or dag.
    Size,
    /// `!empty`, of a string, list or dag.
    Empty,
    /// `!getdagop<type>(dag)`; `type` is the node's type.
    GetDagOp,
    /// `!getdagopname(dag)`
    GetDagOpName,
    /// `!logtwo(number)`
    Log2,
    /// `!repr(value)`
    Repr,
    /// `!listflatten(list)`
    ListFlatten,
    /// `!initialized(value)`
    Initialized,
}

/// Operators with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinOp {
    /// `!add` of two integers. More operands are nested.
    Add,
    /// `!sub(a, b)`
    Sub,
    /// `!mul` of two integers. More operands are nested.
    Mul,
    /// `!div(a, b)`
    Div,
    /// `!and` of two integers. More operands are nested.
    And,
    /// `!or` of two integers. More operands are nested.
    Or,
    /// `!xor` of two integers. More operands are nested.
    Xor,
    /// `!shl(number, count)`
    Shl,
    /// `!sra(number, count)`
    Sra,
    /// `!srl(number, count)`
    Srl,
    /// `!listconcat` of two lists. More operands are nested.
    ListConcat,
    /// `!listsplat(value, count)`
    ListSplat,
    /// `!listremove(list, unwanted)`
    ListRemove,
    /// The element of a list at an index, `list[index]`.
    ListElem,
    /// A slice of a list: the second operand is the list of the elements' indices.
    ListSlice,
    /// The range `a...b` in a slice, which includes both bounds.
    RangeClosed,
    /// `!strconcat` of two strings. More operands are nested.
    StrConcat,
    /// `!interleave(list, delimiter)`
    Interleave,
    /// `!con` of two dags. More operands are nested.
    Concat,
    /// `!match(string, regex)`
    Match,
    /// `!eq(a, b)`
    Eq,
    /// `!ne(a, b)`
    Ne,
    /// `!le(a, b)`
    Le,
    /// `!lt(a, b)`
    Lt,
    /// `!ge(a, b)`
    Ge,
    /// `!gt(a, b)`
    Gt,
    /// `!getdagarg<type>(dag, key)`; `key` is an index or a name, and `type` is the node's type.
    GetDagArg,
    /// `!getdagname(dag, index)`
    GetDagName,
    /// `!setdagop(dag, operator)`
    SetDagOp,
    /// `!setdagopname(dag, name)`
    SetDagOpName,
}

/// Operators with three operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TernOp {
    /// `!subst(target, replacement, value)`
    Subst,
    /// `!foreach(variable, list, body)`. The first operand is the variable's name, as a string.
    Foreach,
    /// `!filter(variable, list, predicate)`. The first operand is the variable's name, as a string.
    Filter,
    /// `!if(condition, then, else)`
    If,
    /// `!dag(operator, arguments, names)`
    Dag,
    /// `!range(start, end, step)`; `end` is excluded.
    Range,
    /// `!substr(string, start, length)`; `start` and `length` are in bytes.
    Substr,
    /// `!find(string, target, start)`; `start` and the result are byte offsets.
    Find,
    /// `!setdagarg(dag, key, argument)`
    SetDagArg,
    /// `!setdagname(dag, key, name)`
    SetDagName,
}

impl UnOp {
    /// The operator in source syntax, for example `!head`. The type of `!cast` and `!getdagop` is not included.
    pub fn text(self) -> &'static str {
        match self {
            UnOp::ToLower => "!tolower",
            UnOp::ToUpper => "!toupper",
            UnOp::Cast => "!cast",
            UnOp::Not => "!not",
            UnOp::Head => "!head",
            UnOp::Tail => "!tail",
            UnOp::Size => "!size",
            UnOp::Empty => "!empty",
            UnOp::GetDagOp => "!getdagop",
            UnOp::GetDagOpName => "!getdagopname",
            UnOp::Log2 => "!logtwo",
            UnOp::Repr => "!repr",
            UnOp::ListFlatten => "!listflatten",
            UnOp::Initialized => "!initialized",
        }
    }
}

impl BinOp {
    /// The operator in source syntax, for example `!add`. Empty for indexing, slices and ranges, which have no name.
    pub fn text(self) -> &'static str {
        match self {
            BinOp::Add => "!add",
            BinOp::Sub => "!sub",
            BinOp::Mul => "!mul",
            BinOp::Div => "!div",
            BinOp::And => "!and",
            BinOp::Or => "!or",
            BinOp::Xor => "!xor",
            BinOp::Shl => "!shl",
            BinOp::Sra => "!sra",
            BinOp::Srl => "!srl",
            BinOp::ListConcat => "!listconcat",
            BinOp::ListSplat => "!listsplat",
            BinOp::ListRemove => "!listremove",
            BinOp::ListElem | BinOp::ListSlice | BinOp::RangeClosed => "",
            BinOp::StrConcat => "!strconcat",
            BinOp::Interleave => "!interleave",
            BinOp::Concat => "!con",
            BinOp::Match => "!match",
            BinOp::Eq => "!eq",
            BinOp::Ne => "!ne",
            BinOp::Le => "!le",
            BinOp::Lt => "!lt",
            BinOp::Ge => "!ge",
            BinOp::Gt => "!gt",
            BinOp::GetDagArg => "!getdagarg",
            BinOp::GetDagName => "!getdagname",
            BinOp::SetDagOp => "!setdagop",
            BinOp::SetDagOpName => "!setdagopname",
        }
    }

    /// Whether the operator may have more than two operands in the source. The operands are nested to the right:
    /// `!add(a, b, c)` is `!add(a, !add(b, c))`.
    pub fn is_associative(self) -> bool {
        matches!(
            self,
            BinOp::StrConcat
                | BinOp::ListConcat
                | BinOp::Concat
                | BinOp::Add
                | BinOp::And
                | BinOp::Or
                | BinOp::Xor
                | BinOp::Mul
        )
    }
}

impl TernOp {
    /// Whether the operator binds a variable in its last operand.
    pub fn binds(self) -> bool {
        matches!(self, TernOp::Foreach | TernOp::Filter)
    }

    /// The operator in source syntax, for example `!if`.
    pub fn text(self) -> &'static str {
        match self {
            TernOp::Subst => "!subst",
            TernOp::Foreach => "!foreach",
            TernOp::Filter => "!filter",
            TernOp::If => "!if",
            TernOp::Dag => "!dag",
            TernOp::Range => "!range",
            TernOp::Substr => "!substr",
            TernOp::Find => "!find",
            TernOp::SetDagArg => "!setdagarg",
            TernOp::SetDagName => "!setdagname",
        }
    }
}
