// But before `else` is looked at.
def a;
if 1 then { def a; } else { def b def c; }
