// A file that is not there, in template arguments that are too many.
class C;
def d : C< include "gone.inc" >;
