// What depends on the number of an instance is not the same wherever it is made.
class A<int x> { string s = "n" # x;}
class C3<bit a1, string a2> : A<0> { let s = !if(!eq(!cast<string>(A<6>), a2), a2, "d3_3");}
defvar g10 = C3<0, "d19_0">.s;
class C16<string a> : A<4> { list<int> l = [!size(!filter(q, [2, 4], !eq("anonymous_2", !cast<string>(A<!size(a)>))))]; string t = !cast<string>(A<0>); }
def d28 : C16<"a"> { A f31 = C16<C16<"b">.t>; }
def d29 : C16<"b"> { A f31 = C16<C16<"b">.t>; }
