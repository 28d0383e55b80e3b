// A record that comes later.
class K;
def a { K x = !cast<K>("b"); }
def b : K;
