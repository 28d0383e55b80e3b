// A type is needed.
def a { bit x = !isa(1); }
