// What an instance asks about numbers counts what the statement did before making it.
class A<int x> { int v = x;}
class C3<string a1, string a2> : A<A<1>.v> { let v = !size(a2);}
def d8 : C3<"a", "a"> { defvar dv9 = C3<"d10_2", !cast<string>(A<7>)>.v;}
class B<int x> { int v = x; string s = "n" # x;}
class D5<int a4> : B<!size(!cast<string>(B<a4>))> ; 
def d7 : D5<0> { let v = !head([!head([!size(D5<0>.s)])]); }
