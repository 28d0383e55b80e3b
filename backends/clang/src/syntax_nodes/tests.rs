use expect_test::expect;

use crate::tests::check;

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
