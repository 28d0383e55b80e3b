// A file that is several times in one statement.
def d { list<int> l = [ include "nested/outer-values.inc" , include "nested/outer-values.inc" ]; }
def e { int sum = !add( include "nested/outer-values.inc" ); }
