// The operand is checked before it turns out that there are two.
def a { list<int> x = !tail("abc", 3); }
