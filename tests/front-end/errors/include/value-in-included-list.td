// An error in a file that is included in a value, with how it came in.
class Given<list<int> l> { list<int> values = l; }
def d : Given<[1, include "wrong-values.inc" ]>;
