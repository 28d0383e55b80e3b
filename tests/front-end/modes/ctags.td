// MODE: gen-ctags
// Classes and records for an editor.
class A { int v = 1; }
class B : A;
def d : A { int w = 2; }
multiclass M { def x : B; }
defm p : M;
