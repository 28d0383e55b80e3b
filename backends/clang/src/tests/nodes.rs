//! Nodes of Clang's trees.

use expect_test::expect;

use super::check;

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

const SYNTAX: &str = "
class NodeType { NodeType base = ?; code documentation = [{}]; }
class External;
class Optional<NodeType t> { NodeType inner = t; }
class Role<string r, Optional s> { string role = r; Optional syntax = s; }
class Sequence { list<Role> children = []; }
def Node : NodeType, External;
def Tree : NodeType { let base = Node; let documentation = [{
    Has children.
      Example
  }]; }
def Leaf : NodeType { let base = Node; }
def Statement : NodeType { let base = Tree; }
def IfStatement : NodeType, Sequence {
  let base = Statement;
  let children = [Role<\"Then\", Optional<Statement>>];
}
";

#[test]
fn syntax_nodes() {
    check(
        "gen-clang-syntax-node-list",
        SYNTAX,
        expect![[r#"

            #ifndef NODE
            #define NODE(Kind, Base)
            #endif

            #ifndef CONCRETE_NODE
            #define CONCRETE_NODE(Kind, Base) NODE(Kind, Base)
            #endif

            #ifndef ABSTRACT_NODE
            #define ABSTRACT_NODE(Kind, Base, First, Last) NODE(Kind, Base)
            #endif

            CONCRETE_NODE(Leaf,Node)
            ABSTRACT_NODE(Tree,Node,IfStatement,IfStatement)
            ABSTRACT_NODE(Statement,Tree,IfStatement,IfStatement)
            CONCRETE_NODE(IfStatement,Statement)

            #undef NODE
            #undef CONCRETE_NODE
            #undef ABSTRACT_NODE
        "#]],
    );
    check(
        "gen-clang-syntax-node-classes",
        SYNTAX,
        expect![[r#"

            // Forward-declare node types so we don't have to carefully sequence definitions.
            class Node;
            class Leaf;
            class Tree;
            class Statement;
            class IfStatement;

            // Node definitions

            class Leaf final : public Node {
            public:
              Leaf() : Node(NodeKind::Leaf) {}
              static bool classof(const Node *N);
            };

            /// Has children.
            ///   Example
            class Tree : public Node {
            protected:
              Tree(NodeKind K) : Node(K) {}
            public:
              static bool classof(const Node *N);
            };

            class Statement : public Tree {
            protected:
              Statement(NodeKind K) : Tree(K) {}
            public:
              static bool classof(const Node *N);
            };

            class IfStatement final : public Statement {
            public:
              IfStatement() : Statement(NodeKind::IfStatement) {}
              Statement *getThen()  {
                return llvm::cast_or_null<Statement>(findChild(NodeRole::Then));
              }
              const Statement *getThen() const  {
                return llvm::cast_or_null<Statement>(findChild(NodeRole::Then));
              }
              static bool classof(const Node *N);
            };

        "#]],
    );
}

#[test]
fn opcodes() {
    check(
        "gen-clang-opcodes",
        "class Type;
         def Int : Type;
         def Ptr : Type;
         class ArgType { string Name = \"\"; bit AsRef = 0; }
         def ArgCount : ArgType { let Name = \"uint32_t\"; let AsRef = 1; }
         class TypeClass { list<Type> Types = []; }
         def All : TypeClass { let Types = [Int, Ptr]; }
         def Numbers : TypeClass { let Types = [Int]; }
         class Opcode {
           string Name = \"\";
           list<TypeClass> Types = [];
           list<ArgType> Args = [];
           bit CanReturn = 0;
           bit ChangesPC = 0;
           bit HasGroup = 0;
           bit HasCustomLink = 0;
           bit HasCustomEval = 0;
         }
         def Add : Opcode { let Types = [Numbers, All]; let Args = [ArgCount]; let HasGroup = 1; }
         def Ret : Opcode { let CanReturn = 1; let ChangesPC = 1; let HasCustomEval = 1; let HasCustomLink = 1; }",
        expect![[r##"
            #ifdef GET_OPCODE_NAMES
            OP_AddIntInt,
            OP_AddIntPtr,
            #endif
            #ifdef GET_INTERP
            case OP_AddIntInt: {
              const auto &V0 = ReadArg<uint32_t>(S, PC);
              if (!Add<PT_Int, PT_Int>(S, OpPC, V0))
                return false;
              continue;
            }
            case OP_AddIntPtr: {
              const auto &V0 = ReadArg<uint32_t>(S, PC);
              if (!Add<PT_Int, PT_Ptr>(S, OpPC, V0))
                return false;
              continue;
            }
            #endif
            #ifdef GET_DISASM
            case OP_AddIntInt:
              PrintName("AddIntInt");
              OS << "\t" << ReadArg<uint32_t>(P, PC) << " " << "\n";
              continue;
            case OP_AddIntPtr:
              PrintName("AddIntPtr");
              OS << "\t" << ReadArg<uint32_t>(P, PC) << " " << "\n";
              continue;
            #endif
            #if defined(GET_EVAL_PROTO) || defined(GET_LINK_PROTO)
            bool emitAddIntInt(const uint32_t &, const SourceInfo &);
            bool emitAddIntPtr(const uint32_t &, const SourceInfo &);
            #endif
            #if defined(GET_EVAL_PROTO) || defined(GET_LINK_PROTO)
            [[nodiscard]] bool emitAdd(PrimType, PrimType, uint32_t, const SourceInfo &I);
            #endif
            #if defined(GET_EVAL_IMPL) || defined(GET_LINK_IMPL)
            bool
            #if defined(GET_EVAL_IMPL)
            EvalEmitter
            #else
            ByteCodeEmitter
            #endif
            ::emitAdd(PrimType T0, PrimType T1, const uint32_t &A0, const SourceInfo &I) {
              switch (T0) {
              case PT_Int:
              switch (T1) {
              case PT_Int:
                return emitAddIntInt(A0, I);
              case PT_Ptr:
                return emitAddIntPtr(A0, I);
              }
              llvm_unreachable("invalid enum value");
              default: llvm_unreachable("invalid type: emitAdd");
              }
              llvm_unreachable("invalid enum value");
            }
            #endif
            #ifdef GET_LINK_IMPL
            bool ByteCodeEmitter::emitAddIntInt(const uint32_t &A0, const SourceInfo &L) {
              return emitOp<uint32_t>(OP_AddIntInt, A0, L);
            }
            bool ByteCodeEmitter::emitAddIntPtr(const uint32_t &A0, const SourceInfo &L) {
              return emitOp<uint32_t>(OP_AddIntPtr, A0, L);
            }
            #endif
            #ifdef GET_EVAL_IMPL
            bool EvalEmitter::emitAddIntInt(const uint32_t &A0, const SourceInfo &L) {
              if (!isActive()) return true;
              CurrentSource = L;
              return Add<PT_Int, PT_Int>(S, OpPC, A0);
            }
            bool EvalEmitter::emitAddIntPtr(const uint32_t &A0, const SourceInfo &L) {
              if (!isActive()) return true;
              CurrentSource = L;
              return Add<PT_Int, PT_Ptr>(S, OpPC, A0);
            }
            #endif
            #ifdef GET_OPCODE_NAMES
            OP_Ret,
            #endif
            #ifdef GET_INTERP
            case OP_Ret: {
              bool DoReturn = (S.Current == StartFrame);
              if (!Ret(S, PC, Result))
                return false;
              if (!S.Current || S.Current->isRoot())
                return true;
              if (DoReturn)
                return true;
              continue;
            }
            #endif
            #ifdef GET_DISASM
            case OP_Ret:
              PrintName("Ret");
              OS << "\t" << "\n";
              continue;
            #endif
            #if defined(GET_EVAL_PROTO) || defined(GET_LINK_PROTO)
            bool emitRet(const SourceInfo &);
            #endif
        "##]],
    );
}

#[test]
fn data_collectors() {
    check(
        "gen-clang-data-collectors",
        "class Stmt { code Code = [{\n  addData(S->x());\n}]; } class Decl { code Code = [{}]; }",
        expect![[r#"
            DEF_ADD_DATA(Decl, {
            }
            )
            DEF_ADD_DATA(Stmt, {

              addData(S->x());
            }
            )
            #undef DEF_ADD_DATA
        "#]],
    );
    check(
        "gen-clang-data-collectors",
        "class A;",
        expect![[r#"
        1: error: Record `A' does not have a field named `Code'!

    "#]],
    );
}
