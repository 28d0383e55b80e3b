// ARGS: -DA=1
// A macro is a name only.
#ifdef A
def a;
#endif
