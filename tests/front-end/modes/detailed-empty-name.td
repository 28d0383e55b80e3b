// MODE: print-detailed-records
// A record without a name and an included class.
include "classes.inc"
def "" : FromInclude { let n = 2; }
def d { FromInclude i = FromInclude<>; }
