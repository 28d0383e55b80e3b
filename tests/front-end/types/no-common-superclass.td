// Records with nothing in common still make a list of records.
class A;
class B;
def a : A;
def b : B;
defvar mixed = [a, b];
def d { int n = !size(mixed); string first = !cast<string>(mixed[0]); }
