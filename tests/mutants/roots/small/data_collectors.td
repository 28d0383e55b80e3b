// Data of statements by which they are compared.
// by clang: gen-clang-data-collectors

class Expr { code Code = [{
    addData(S->getType());
  }]; }

//- plain
class Stmt { code Code = "addData(S->x());"; }

//- several
class Call { code Code = [{ addData(S->getCallee()); }]; }
class If { code Code = [{ }]; }

//- empty
class Null { code Code = ""; }

//- inherited
class Cast : Expr { let Code = "addData(1);"; }

//- more-fields
class Loop { code Code = "a"; int Other = 3; string Name = "n"; }

//- unset
class Loop { code Code = ?; }

//- texts
class Loop { string Code = "text"; }

//- records
class Loop { code Code = "a"; }
def Instance : Loop;

//- arguments
class Loop<string s> { code Code = "a" # s; }

//- order
class B { code Code = "b"; }
class A { code Code = "a\n"; }
class Ab { code Code = "\tab"; }
