// Elsewhere the reference gives up, and says nothing.
def op;
class A { string s = "x"; }
def a : A { let s = !getdagopname((op)); }
