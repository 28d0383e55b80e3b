//! The operators as they appear in values.

/// Operators with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnOp {
    ToLower,
    ToUpper,
    Cast,
    Not,
    Head,
    Tail,
    Size,
    Empty,
    GetDagOp,
    GetDagOpName,
    Log2,
    Repr,
    ListFlatten,
    Initialized,
}

/// Operators with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    Div,
    And,
    Or,
    Xor,
    Shl,
    Sra,
    Srl,
    ListConcat,
    ListSplat,
    ListRemove,
    ListElem,
    ListSlice,
    /// A closed range in a slice, `a...b`.
    RangeClosed,
    StrConcat,
    Interleave,
    Concat,
    Match,
    Eq,
    Ne,
    Le,
    Lt,
    Ge,
    Gt,
    GetDagArg,
    GetDagName,
    SetDagOp,
    SetDagOpName,
}

/// Operators with three operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TernOp {
    Subst,
    /// The first operand is the variable's name, as a string.
    Foreach,
    Filter,
    If,
    Dag,
    Range,
    Substr,
    Find,
    SetDagArg,
    SetDagName,
}

impl UnOp {
    /// The operator as it is written; `!cast` lacks its type here.
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
    /// The operator as it is written; the forms with brackets or dots have none.
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

    /// Several operands nest to the right: `!add(a, b, c)` is `!add(a, !add(b, c))`.
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
