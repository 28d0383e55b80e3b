// Records found by their numbers while other instances are being made.
class A<int x> { int v = x; string s = "n" # x; bit b = 0; list<int> l = [x]; }
def d1 : A<0> { let s = !cast<string>(A<0>); A f5 = A<1>; }
class C11<string a9, list<int> a10> : A<!exists<A>("anonymous_11")> { defvar dv15 = A<6>.v; let l = !listconcat(A<5>.l, A<4>.l);}
def d16 : C11<"a", []<int>> { let l = C11<"a", C11<"a", []<int>>.l>.l;}
def  : C11<"a", []<int>> { let l = [C11<"a", [0]<int>>.v];}
  def  : C11<"a", []<int>> { let b = !eq(A<7>.v, !head([C11<"R2", []<int>>.v]));}
