// A number is no macro name.
#ifndef 1A
#endif
