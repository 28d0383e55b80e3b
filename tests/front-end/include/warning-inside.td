// A warning in an included file says where it was included from.
include "warns.inc"
