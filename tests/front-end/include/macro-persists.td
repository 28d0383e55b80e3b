// Macros defined in an included file stay defined.
include "macro.inc"
#ifdef FROM_INC
def yes;
#else
def no;
#endif
