// A set inside a loop is read before the loop runs.
class K;
foreach i = [1] in { defset list<K> s = { def x#i : K; } }
def d { list<K> l = s; int n = !size(s); }
