// Inactive text need not be TableGen, except for comments and directives.
#ifdef NO
this is ) not "a token
$$$ [{ unfinished
#define NEVER_DEFINED
/* a comment over lines
#endif
*/
#else
def d;
#endif
#ifdef NEVER_DEFINED
def bad;
#endif
