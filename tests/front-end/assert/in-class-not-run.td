// A class alone runs nothing.
class A { assert 0, "never"; }
