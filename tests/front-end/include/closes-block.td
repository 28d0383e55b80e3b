// An included file may close the block of the includer.
class A { int x = 0; }
let x = 1 in {
def a : A;
include "close.inc"
def b : A;
