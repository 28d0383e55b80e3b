// A class added by a defm sets fields the record already had.
class Set { int v = 99; }
multiclass A { def a { int v = 1; } }
defm p : A, Set;
