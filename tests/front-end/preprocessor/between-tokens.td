// Directives may stand between any two tokens.
def d {
  int x =
#ifdef A
  1
#else
  2
#endif
  ; string s = "a"
#ifndef A
  "b"
#endif
  ;
}
