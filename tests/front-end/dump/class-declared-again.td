// What a declaration dumps is dumped for the records of the class that is defined later, before what that dumps.
class A { dump "declared: " # NAME; }
class A;
class A<int n> { int w = n; dump "defined: " # w; }
def d : A<2>;
