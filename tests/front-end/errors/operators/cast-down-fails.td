// A cast down to a class the record has not.
class Base;
class Sub : Base;
class A<Base b> { Sub s = !cast<Sub>(b); }
def b : Base;
def d : A<b>;
