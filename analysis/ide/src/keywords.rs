//! Documentation of keywords: the form and the meaning of the construct to which each keyword belongs.

use syntax::SyntaxKind::{self, *};

/// The form of a construct, as code, and its meaning in Markdown. `None` for tokens that are not keywords.
pub(crate) fn describe(keyword: SyntaxKind) -> Option<(&'static str, &'static str)> {
    Some(match keyword {
        ASSERT_KW => (
            "assert condition, message;",
            "An error with the message if the condition is 0. In a class it is checked for each record of the class.",
        ),
        BIT_KW => ("bit", "A type: 0, 1 or unset (`?`)."),
        BITS_KW => (
            "bits<n>",
            "A type: `n` bits, each of which is 0, 1, unset (`?`) or a bit of another field. `x{3-0}` takes some of them.",
        ),
        CLASS_KW => (
            "class Name<type argument = default, …> : Superclass<…> { … }",
            "A record with arguments. Each record that derives from it has a copy of its fields. \
             As a value, `Name<…>` is a record without a name.",
        ),
        CODE_KW => (
            "code",
            "A type: another name of `string`, for values written as `[{ … }]`.",
        ),
        DAG_KW => (
            "dag",
            "A type: a tree `(operator argument:$name, …)`, whose operator is a record.",
        ),
        DEF_KW => (
            "def name : Class<…>, … { … }",
            "Makes a record. Without a name it gets one with a number.",
        ),
        DEFM_KW => (
            "defm name : Multiclass<…>, …;",
            "Makes a record for each `def` in the multiclasses, whose names begin with `name` or have it as `NAME`.",
        ),
        DEFSET_KW => (
            "defset list<Class> name = { … }",
            "Collects the records made in the block in a list.",
        ),
        DEFTYPE_KW => ("deftype Name = type;", "Another name for a type."),
        DEFVAR_KW => (
            "defvar name = value;",
            "A variable, known to the end of its block. Unlike a field it is no part of a record.",
        ),
        DUMP_KW => (
            "dump text;",
            "Prints a text on standard error. In a class it does so for each record of the class.",
        ),
        ELSE_KW | IF_KW | THEN_KW => (
            "if condition then { … } else { … }",
            "The statements of one of the two blocks. The condition has to be known where the statement is read; \
             in a multiclass that is at each `defm`.",
        ),
        FALSE_KW => ("false", "The value 0."),
        FIELD_KW => (
            "field type name = value;",
            "A field whose value may stay without all of its bits known.",
        ),
        FOREACH_KW => (
            "foreach name = list in { … }",
            "The statements once for each element of a list, or for each number of `0...7` or `{0-3, 8}`.",
        ),
        IN_KW => (
            "let Field = value in { … }\nforeach name = list in { … }",
            "Stands before the statements that a `let` or `foreach` is about.",
        ),
        INCLUDE_KW => (
            "include \"file\"",
            "Reads another file in this place. It is looked for beside this file and in the include directories.",
        ),
        INT_KW => ("int", "A type: a number of 64 bits with a sign."),
        LET_KW => (
            "let Field = value;\nlet Field = value, … in { … }",
            "Sets a field that a superclass declares: in a body that of this record or class; around statements \
             those of all records made in them, after their superclasses and before their own bodies.",
        ),
        LIST_KW => ("list<type>", "A type: a list `[…]` of values of one type."),
        MULTICLASS_KW => (
            "multiclass Name<type argument = default, …> : Multiclass<…> { … }",
            "Statements that make several records at once. Each `defm` that names it repeats them.",
        ),
        STRING_KW => ("string", "A type: a text."),
        TRUE_KW => ("true", "The value 1."),
        APPEND_KW => (
            "let append Field = value;",
            "Sets a field to its value with another one behind it.",
        ),
        PREPEND_KW => (
            "let prepend Field = value;",
            "Sets a field to its value with another one before it.",
        ),
        _ => return None,
    })
}
