class R { int v = 1; }
def r : R;
def a { string s = r.v{ int n = 1; } }
