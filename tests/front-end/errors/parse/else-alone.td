// An else without if.
else { def a; }
