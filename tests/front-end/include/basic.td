// Included text stands where the include stands.
include "common.inc"
def d : Common { int m = !add(n, shared); }
