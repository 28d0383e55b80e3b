// An else belongs to the nearest if.
if 1 then if 0 then def a; else def b;
if 0 then if 1 then def c; else def d;
