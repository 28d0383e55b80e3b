// The name of an operator without one is nothing: the declaration ends there, and the field has no value.
def op;
class A<string s = !getdagopname((op))> { string t = "of " # !getdagopname((op)); int x = 1; }
def a : A<"given">;
def b { string s = !getdagopname((op)); string t = !if(1, "yes", "no"); }
class C<dag d> { string s = !if(!empty(d), !getdagopname(d), "full"); }
def c : C<(op)>;
def d : C<(op:$n)>;
def e : C<(op 1)>;
