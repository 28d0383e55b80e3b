// ACCEPTED
// A defm with a class parent of a multiclass that dumps.
class A;
multiclass M { dump "x"; def a; }
defm p : M, A;
