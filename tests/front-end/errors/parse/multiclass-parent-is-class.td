// A multiclass cannot inherit from a class.
class A;
multiclass M : A { def a; }
