// A record is known after it is defined.
class K;
def a { K x = b; }
def b : K;
