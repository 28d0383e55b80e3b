// What a declaration asserts holds for the records of the class that is defined later.
class A { assert !gt(2, 1), "fine"; assert 0, "of the declaration"; }
class A { assert !eq(NAME, "d"), "called " # NAME; }
class A { int w = 2; assert !eq(w, 3), "of the definition"; }
def d : A;
def e : A { let w = 3; }
