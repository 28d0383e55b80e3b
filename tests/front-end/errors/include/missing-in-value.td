// A file that is not there, in a list.
def d { list<int> l = [1, include "gone.inc" , 2]; }
