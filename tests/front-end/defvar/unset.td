// A variable may be unset.
defvar u = ?;
def d { int i = u; string s = u; list<int> l = u; }
