// The type of a set is a list.
class A;
defset A s = { def a : A; }
