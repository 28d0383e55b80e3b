// The operand stands in parentheses.
class K;
def a { bit x = !exists<K> "k"; }
