// !isa on values of known and unknown type.
class Base;
class Sub : Base;
def b : Base;
def s : Sub;
class A<Base x> { bit sub = !isa<Sub>(x); bit base = !isa<Base>(x); }
def d1 : A<b>;
def d2 : A<s>;
def e { bit i = !isa<int>(5); bit str = !isa<string>(5); bit l = !isa<list<int>>([1]); bit n = !isa<Sub>(b); }
