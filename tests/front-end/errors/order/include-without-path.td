// The token after `include` is read with it, when the record before is not finished yet.
def a;
def a;
include common
