// A class in a block in a multiclass.
multiclass M { let x = 1 in { class A; } }
