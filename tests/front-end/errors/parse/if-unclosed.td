// The then block must be closed.
if 1 then { def a;
