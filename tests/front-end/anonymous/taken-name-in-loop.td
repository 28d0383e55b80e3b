// The name drawn in place of one that is given away may be taken too; then the record is dropped without a word.
def anonymous_1;
foreach i = [1, 2, 3] in { def { int a = i; } }
foreach i = [1, 2] in { def anonymous_4#!if(!eq(i, 1), "", "x"); def { int b = i; } }
def { int c = 1; }
