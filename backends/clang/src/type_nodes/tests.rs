use elaborate::records::Release::{V21, V22};
use expect_test::expect;

use crate::tests::{changes, check};

const TYPES: &str = "
class TypeNode<TypeNode base, bit abstract = 0> {
  TypeNode Base = base;
  bit Abstract = abstract;
}
class AlwaysDependent;
class NeverCanonical;
class NeverCanonicalUnlessDependent;
class LeafType;
def Type : TypeNode<?, 1>;
";

#[test]
fn types_by_where_they_occur() {
    check(
        "gen-clang-type-nodes",
        &format!(
            "{TYPES}
             def BuiltinType : TypeNode<Type>, LeafType;
             def RefType : TypeNode<Type, 1>;
             def LValueRefType : TypeNode<RefType>;
             def TypedefType : TypeNode<Type>, NeverCanonical, LeafType;
             def NameType : TypeNode<Type>, AlwaysDependent;
             def UnaryType : TypeNode<Type>, NeverCanonicalUnlessDependent;"
        ),
        expect![[r#"
            #ifndef ABSTRACT_TYPE
            #  define ABSTRACT_TYPE(Class, Base) TYPE(Class, Base)
            #endif
            #ifndef NON_CANONICAL_TYPE
            #  define NON_CANONICAL_TYPE(Class, Base) TYPE(Class, Base)
            #endif
            #ifndef DEPENDENT_TYPE
            #  define DEPENDENT_TYPE(Class, Base) TYPE(Class, Base)
            #endif
            #ifndef NON_CANONICAL_UNLESS_DEPENDENT_TYPE
            #  define NON_CANONICAL_UNLESS_DEPENDENT_TYPE(Class, Base) TYPE(Class, Base)
            #endif
            TYPE(Builtin, Type)
            DEPENDENT_TYPE(Name, Type)
            ABSTRACT_TYPE(Ref, Type)
            TYPE(LValueRef, RefType)
            NON_CANONICAL_TYPE(Typedef, Type)
            NON_CANONICAL_UNLESS_DEPENDENT_TYPE(Unary, Type)
            #ifdef LAST_TYPE
            LAST_TYPE(Unary)
            #undef LAST_TYPE
            #endif
            #ifdef LEAF_TYPE
            LEAF_TYPE(Builtin)
            LEAF_TYPE(Typedef)
            #undef LEAF_TYPE
            #endif
            #undef TYPE
            #undef ABSTRACT_TYPE
            #undef ABSTRACT_TYPE
            #undef NON_CANONICAL_TYPE
            #undef DEPENDENT_TYPE
            #undef NON_CANONICAL_UNLESS_DEPENDENT_TYPE
        "#]],
    );
}

#[test]
fn types_that_cannot_be_named() {
    check(
        "gen-clang-type-nodes",
        &format!("{TYPES} def Builtin : TypeNode<Type>;"),
        expect![[r#"
            11: error: name of node doesn't end in Type
        "#]],
    );
    check(
        "gen-clang-type-nodes",
        &format!("{TYPES} def XType : TypeNode<Type, 1>, NeverCanonical;"),
        expect![[r#"
            11: error: conflict when computing macro name for Type node: trying to use both "NON_CANONICAL_TYPE" and "ABSTRACT_TYPE"
        "#]],
    );
    check(
        "gen-clang-type-nodes",
        "class TypeNode;",
        expect![[r#"
        error: no Type records in input!
    "#]],
    );
}

#[test]
fn nodes_that_are_listed_once_more() {
    changes(
        "gen-clang-type-nodes",
        &format!(
            "{TYPES} class AlwaysCanonical;
             def BuiltinType : TypeNode<Type>, LeafType;
             def RefType : TypeNode<Type>, AlwaysCanonical;"
        ),
        &[V21, V22],
        expect![[r#"
            21 to 22:
            -#ifdef LEAF_TYPE
            -LEAF_TYPE(Builtin)
            -#undef LEAF_TYPE
            +#ifdef ALWAYS_CANONICAL_TYPE
            +ALWAYS_CANONICAL_TYPE(Ref)
            +#undef ALWAYS_CANONICAL_TYPE
        "#]],
    );
}
