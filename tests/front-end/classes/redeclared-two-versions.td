// A record made before a class is defined keeps the class but not its fields.
class A;
def early : A;
class A { int n = 1; }
class Use<A a> { bit same = !isa<A>(a); }
def u1 : Use<early>;
def late : A;
def u2 : Use<late>;
