// A file that is not there, in a multiclass.
multiclass M { def a; include "gone.inc" }
defm m : M;
