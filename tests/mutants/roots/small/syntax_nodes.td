// Nodes of syntax trees, and what statements are compared by.
// by clang: gen-clang-syntax-node-list, gen-clang-syntax-node-classes

class NodeType { NodeType base = ?; code documentation = [{}]; }
class External;
class Optional<NodeType t> { NodeType inner = t; }
class Role<string r, Optional s> { string role = r; Optional syntax = s; }
class Sequence { list<Role> children = []; }
def Node : NodeType, External;
def Tree : NodeType { let base = Node; }

//- plain
def Leaf : NodeType { let base = Node; }
def Statement : NodeType { let base = Tree; }

//- documented
def Statement : NodeType { let base = Tree; let documentation = [{
    Has children.
      Example

    More.
  }]; }
def Other : NodeType { let base = Statement; let documentation = "One line"; }

//- sequences
def Leaf : NodeType { let base = Node; }
def Statement : NodeType { let base = Tree; }
def If : NodeType, Sequence { let base = Statement; let children = [Role<"Then", Optional<Statement>>, Role<"Else", Optional<Leaf>>]; }

//- order
def Z : NodeType { let base = Tree; }
def B : NodeType { let base = Z; }
def A : NodeType { let base = Z; }
def Y : NodeType { let base = Node; }

//- external
def X : NodeType, External { let base = Tree; }
def Y : NodeType { let base = X; }

//- deep
def A : NodeType { let base = Tree; }
def B : NodeType { let base = A; }
def C : NodeType { let base = B; }

//- empty-sequence
def A : NodeType, Sequence { let base = Tree; }
def B : NodeType, Sequence { let base = A; let children = []; }

//- roles
def A : NodeType { let base = Tree; }
def B : NodeType, Sequence { let base = Tree; let children = [Role<"one", Optional<A>>, Role<"two", Optional<A>>]; }

//- roots
def Root : NodeType;
def A : NodeType { let base = Root; }

//- wide
foreach i = 0...11 in def N#i : NodeType { let base = Tree; }
