// A macro has no value.
#define A 1
