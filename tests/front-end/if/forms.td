// then, else, chains and blocks.
defvar n = 2;
if !eq(n, 1) then def one; else if !eq(n, 2) then def two; else def more;
if 1 then { def a; def b; } else { def c; }
if 0 then def d;
