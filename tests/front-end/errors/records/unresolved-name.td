// The name of a record must become a string.
class A<string s> { int v = 1; }
multiclass M<list<string> l> { def "x" # l[3]; }
defm p : M<["a"]>;
