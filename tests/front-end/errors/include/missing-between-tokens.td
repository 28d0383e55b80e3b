// A file that is not there, in a class before its semicolon.
class A include "gone.inc" ;
