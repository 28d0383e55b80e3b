// Directives may be indented and follow block comments on their line.
  #define A
	#ifdef A
  /* before */ #ifdef A
def a;
  #endif
  #endif
