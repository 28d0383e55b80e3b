// Nodes of comments, declarations and statements.
// by clang: gen-clang-comment-nodes, gen-clang-decl-nodes, gen-clang-stmt-nodes

class ASTNode;
class CommentNode<CommentNode base, bit abstract = 0> : ASTNode { CommentNode Base = base; bit Abstract = abstract; }
class DeclNode<DeclNode base, string diag = "", bit abstract = 0> : ASTNode { DeclNode Base = base; bit Abstract = abstract; string DiagSpelling = diag; }
class StmtNode<StmtNode base, bit abstract = 0> : ASTNode { StmtNode Base = base; bit Abstract = abstract; }
class DeclContext;
def Comment : CommentNode<?, 1>;
def Full : CommentNode<Comment>;
def Decl : DeclNode<?, "", 1>;
def Unit : DeclNode<Decl>;
def Stmt : StmtNode<?, 1>;
def Null : StmtNode<Stmt>;

//- flat
def A : CommentNode<Comment>;
def B : DeclNode<Decl>;
def C : StmtNode<Stmt>;

//- nested
def Inline : CommentNode<Comment, 1>;
def Text : CommentNode<Inline>;
def Tag : CommentNode<Inline>;
def Named : DeclNode<Decl, "named", 1>;
def Var : DeclNode<Named>;
def Param : DeclNode<Var>;
def Expr : StmtNode<Stmt, 1>;
def Call : StmtNode<Expr>;

//- contexts
def Block : DeclNode<Decl>, DeclContext;
def Named : DeclNode<Decl, "named", 1>;
def Func : DeclNode<Named>, DeclContext;
def Method : DeclNode<Func>;
def Tag : DeclNode<Named>, DeclContext;

//- abstract-leaves
def A : CommentNode<Comment, 1>;
def A2 : CommentNode<A>;
def B : DeclNode<Decl, "", 1>;
def B2 : DeclNode<B>;
def C : StmtNode<Stmt, 1>;
def C2 : StmtNode<C>;

//- order
def Z : StmtNode<Stmt, 1>;
def Y : StmtNode<Z>;
def A : StmtNode<Stmt>;
def X : StmtNode<Z>;

//- concrete-bases
def A : DeclNode<Decl>;
def B : DeclNode<A>;
def C : DeclNode<B>;
def E : StmtNode<Stmt>;
def F : StmtNode<E>;

//- all-contexts
def A : DeclNode<Decl, "", 1>, DeclContext;
def B : DeclNode<A>;
def C : DeclNode<A>, DeclContext;

//- names
def OMP : StmtNode<Stmt, 1>;
def OMPLoop : StmtNode<OMP>;
def abc : CommentNode<Comment>;

//- deep
def A : StmtNode<Stmt, 1>;
def B : StmtNode<A, 1>;
def C : StmtNode<B, 1>;
def D : StmtNode<C>;
def E : StmtNode<B>;

//- wide
foreach i = 0...12 in { def D#i : DeclNode<Decl>; def S#i : StmtNode<Stmt>; def C#i : CommentNode<Comment>; }
