// Records always exist.
class K;
def k : K;
def a { bit x = !exists<K>(k); }
