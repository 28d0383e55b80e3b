// An #endif on its own.
def a;
#endif
