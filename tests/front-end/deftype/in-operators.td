// Aliases where operators take types.
deftype S = string;
deftype I = int;
class A<int x> { S s = !cast<S>(x); bit b = !isa<I>(x); }
def d : A<5>;
