// Two #else in active text.
#ifdef A
#else
def a;
#else
#endif
