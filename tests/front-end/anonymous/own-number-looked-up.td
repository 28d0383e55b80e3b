// An instance that looks another up by its number and comes upon itself.
class A<int x> { int v = x; list<int> l = [x];}
class C11<int a10> : A<a10> { string s2 = !cast<string>(A<a10>); }
class C12 : A<0> { let l = C11<!if(!exists<A>("anonymous_1"), !cast<A>("anonymous_1").v, 5)>.l;}
