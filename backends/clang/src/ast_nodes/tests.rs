use expect_test::expect;

use crate::tests::check;

const COMMENTS: &str = "
class CommentNode<CommentNode base, bit abstract = 0> {
  CommentNode Base = base;
  bit Abstract = abstract;
}
";

#[test]
fn nodes_below_each_other() {
    check(
        "gen-clang-comment-nodes",
        &format!(
            "{COMMENTS}
             def Comment : CommentNode<?, 1>;
             def Inline : CommentNode<Comment, 1>;
             def Text : CommentNode<Inline>;
             def Tag : CommentNode<Inline>;
             def Full : CommentNode<Comment>;"
        ),
        expect![[r#"
            #ifndef ABSTRACT_COMMENT
            #  define ABSTRACT_COMMENT(Type) Type
            #endif
            #ifndef COMMENT_RANGE
            #  define COMMENT_RANGE(Base, First, Last)
            #endif

            #ifndef LAST_COMMENT_RANGE
            #  define LAST_COMMENT_RANGE(Base, First, Last) COMMENT_RANGE(Base, First, Last)
            #endif

            #ifndef INLINE
            #  define INLINE(Type, Base) COMMENT(Type, Base)
            #endif
            ABSTRACT_COMMENT(INLINE(Inline, Comment))
            #ifndef TEXT
            #  define TEXT(Type, Base) INLINE(Type, Base)
            #endif
            TEXT(Text, Inline)
            #undef TEXT

            #ifndef TAG
            #  define TAG(Type, Base) INLINE(Type, Base)
            #endif
            TAG(Tag, Inline)
            #undef TAG

            COMMENT_RANGE(Inline, Text, Tag)

            #undef INLINE

            #ifndef FULL
            #  define FULL(Type, Base) COMMENT(Type, Base)
            #endif
            FULL(Full, Comment)
            #undef FULL

            LAST_COMMENT_RANGE(Comment, Text, Full)

            #undef COMMENT
            #undef COMMENT_RANGE
            #undef LAST_COMMENT_RANGE
            #undef ABSTRACT_COMMENT
        "#]],
    );
}

#[test]
fn a_hierarchy_has_one_root() {
    check(
        "gen-clang-comment-nodes",
        &format!("{COMMENTS} def A : CommentNode<?>;\n def B : CommentNode<?>;"),
        expect![[r#"
            7: error: multiple root nodes in "CommentNode" hierarchy
        "#]],
    );
    check(
        "gen-clang-comment-nodes",
        COMMENTS,
        expect![[r#"
        error: didn't find root node in "CommentNode" hierarchy
    "#]],
    );
    check(
        "gen-clang-comment-nodes",
        "def A;",
        expect![[r#"
        error: The class 'CommentNode' is not defined

    "#]],
    );
    check(
        "gen-clang-comment-nodes",
        &format!("{COMMENTS} def A : CommentNode<?>;\n def B : CommentNode<A, 1>;"),
        expect![[r#"
            7: error: abstract node has no children
        "#]],
    );
}

#[test]
fn contexts_come_before_other_declarations() {
    check(
        "gen-clang-decl-nodes",
        "class DeclContext;
         class DeclNode<DeclNode base, bit abstract = 0> {
           DeclNode Base = base;
           bit Abstract = abstract;
         }
         def Decl : DeclNode<?, 1>;
         def Var : DeclNode<Decl>;
         def Function : DeclNode<Decl>, DeclContext;
         def Method : DeclNode<Function>;",
        expect![[r#"
            #ifndef ABSTRACT_DECL
            #  define ABSTRACT_DECL(Type) Type
            #endif
            #ifndef DECL_RANGE
            #  define DECL_RANGE(Base, First, Last)
            #endif

            #ifndef LAST_DECL_RANGE
            #  define LAST_DECL_RANGE(Base, First, Last) DECL_RANGE(Base, First, Last)
            #endif

            #ifndef FUNCTION
            #  define FUNCTION(Type, Base) DECL(Type, Base)
            #endif
            FUNCTION(Function, Decl)
            #ifndef METHOD
            #  define METHOD(Type, Base) FUNCTION(Type, Base)
            #endif
            METHOD(Method, FunctionDecl)
            #undef METHOD

            DECL_RANGE(Function, Function, Method)

            #undef FUNCTION

            #ifndef VAR
            #  define VAR(Type, Base) DECL(Type, Base)
            #endif
            VAR(Var, Decl)
            #undef VAR

            LAST_DECL_RANGE(Decl, Function, Var)

            #undef DECL
            #undef DECL_RANGE
            #undef LAST_DECL_RANGE
            #undef ABSTRACT_DECL
            /*===- TableGen'erated file -------------------------------------*- C++ -*-===*\
            |*                                                                            *|
            |* List of AST Decl nodes                                                     *|
            |*                                                                            *|
            |* Automatically generated file, do not edit!                                 *|
            |* From: a.td                                                                 *|
            |*                                                                            *|
            \*===----------------------------------------------------------------------===*/

            #ifndef DECL_CONTEXT
            #  define DECL_CONTEXT(DECL)
            #endif
            DECL_CONTEXT(Function)
            DECL_CONTEXT(Method)
            #undef DECL_CONTEXT
        "#]],
    );
}

#[test]
fn declarations_that_are_below_themselves() {
    let records = backend_testing::read(
        "class DeclContext;
         class DeclNode { DeclNode Base = ?; bit Abstract = 0; }
         def Root : DeclNode;
         def A : DeclNode, DeclContext { let Base = A; }",
    );
    let run = backend_testing::run(crate::ALL, "gen-clang-decl-nodes", &[], &records);
    expect!["error: 'A' is too deep in the hierarchy"].assert_eq(&run.text_or_error());
}
