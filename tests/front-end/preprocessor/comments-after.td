// Comments may follow directives.
#define A // comment
#ifdef A /* comment */
def a;
#else// no space
#endif/* closes
 over two lines */
#ifndef B // c
def b;
#endif
