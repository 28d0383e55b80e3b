// Conditions nest, in active and in inactive text.
#define A
#ifdef A
  #ifdef B
def ab;
  #else
def a_not_b;
  #endif
#else
  #ifdef A
def never1;
  #else
def never2;
  #endif
#endif
