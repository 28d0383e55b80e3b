// A class needs a name.
class { int x; }
