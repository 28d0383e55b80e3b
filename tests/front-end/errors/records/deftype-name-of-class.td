// The name of a class is taken.
class A;
deftype A = int;
