// A variable ends with its block.
if 1 then { defvar x = 1; def a { int y = x; } }
def b { int y = x; }
