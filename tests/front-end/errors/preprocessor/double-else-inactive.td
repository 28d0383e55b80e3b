// Two #else in inactive text.
#define A
#ifdef A
#else
#else
#endif
