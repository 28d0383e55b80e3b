// A defm must begin with a multiclass.
class A;
defm p : A;
