// Every failed assertion of a record is reported.
class A<int x> { assert !gt(x, 0), "first"; assert !gt(x, 1), "second"; assert !gt(x, -10), "third"; }
def d : A<-1>;
