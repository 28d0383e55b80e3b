// Records of the same name from an unnamed defm in a loop: the second is dropped without a word.
class X { string n = NAME; }
multiclass M { def "a" : X; }
foreach i = [1, 2] in defm : M;
