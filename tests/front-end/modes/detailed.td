// MODE: print-detailed-records
// Globals, classes, arguments, superclasses, fields and where they stand.
class A<int n, string s = "x"> { int v = n; string t = s; }
class B : A<1> { field int extra = 2; }
class Empty;
defvar g1 = [1, 2];
defvar g2 = "text";
def d : B { let v = 5; }
def e : A<3>, Empty;
def : Empty;
defset list<A> set = { def f : A<9>; }
