// A class has no alias.
class A;
deftype T = A;
