// A directive without a name.
#ifdef
#endif
