// CRASHES: 19
// A dump of something that is not a string.
dump 5;
def d;
