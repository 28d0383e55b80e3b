// ARGS: -DA -DB -DA
// Several macros on the command line, one of them twice.
#ifdef A
#ifdef B
def both;
#endif
#endif
