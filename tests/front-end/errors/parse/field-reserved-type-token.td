// A token where a type should stand.
def a { 5 x; }
