// A name of nothing.
def a { int x = nothing; }
