// A prototype whose name is taken does not give it to its first record.
def anonymous_1;
multiclass M { def { int a = 1; string n = NAME; } def { int b = 1; string n = NAME; } }
defm x : M;
defm y : M;
defm : M;
