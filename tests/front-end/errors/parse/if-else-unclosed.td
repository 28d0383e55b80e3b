// The else block must be closed.
if 1 then { def a; } else { def b;
