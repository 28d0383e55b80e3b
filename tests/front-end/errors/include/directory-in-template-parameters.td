// A directory is no file among template parameters.
class A<int x, include "." > { int y = x; }
