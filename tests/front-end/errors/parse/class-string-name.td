// A class name is no string.
class "A" { int x; }
