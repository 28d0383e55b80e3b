// An #else on its own.
def a;
#else
