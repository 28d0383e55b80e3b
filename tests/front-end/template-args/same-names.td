// Arguments of the same name in a class and its superclass are different.
class A<int x> { int a = x; }
class B<int x> : A<!add(x, 100)> { int b = x; }
def d : B<1>;
