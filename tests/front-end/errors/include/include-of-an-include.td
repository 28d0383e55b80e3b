// The outer path is looked for in the file of the inner directive.
class A;
include include "inner-word.inc"
