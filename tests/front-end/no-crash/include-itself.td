// A file that includes itself.
include "include-itself.td"
def d;
