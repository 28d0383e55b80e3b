// The file's end is read with the last brace.
#ifdef X
#else
def a { list<int> l = [3]; int at = l[2]; }
