// Casts to string of numbers and records.
class K;
def k : K;
class A<int x, K r> { string a = !cast<string>(x); string b = !cast<string>(r); string c = !cast<string>(5); string e = !cast<string>("s"); }
def d : A<-3, k>;
def f { string bits_ = !cast<string>(0b11); }
