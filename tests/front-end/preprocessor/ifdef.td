// ARGS: -DGIVEN
// Macros from the command line and from #define.
#ifdef GIVEN
def given;
#else
def not_given;
#endif
#define LOCAL
#ifdef LOCAL
def local;
#endif
#ifndef MISSING
def missing;
#else
def never;
#endif
