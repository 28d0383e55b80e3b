// Defining twice is a warning.
#define A
#define A
#ifdef A
def a;
#endif
