// A file in a body defines macros; its first line starts a line, and what follows the directive does not.
def d {
  include "nested/define-in-body.inc"
#ifdef IN_BODY
  int after = 2;
#else
  include "nested/not-there.inc"
#endif
}
multiclass M {
  include "nested/only-when-defined.inc"
#ifdef LATER
  def later;
#endif
}
defm m : M;
