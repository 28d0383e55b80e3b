// CRASHES: 19
// A dump at top level of a value that only a final resolution settles.
class X;
dump "exists: " # !exists<X>("none");
