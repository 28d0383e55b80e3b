// In a class it prints for every record.
class A<int x> { dump "x = " # x; int v = x; }
def a : A<1>;
def b : A<2> { dump "own"; }
