// A definition without a name.
#define // nothing
