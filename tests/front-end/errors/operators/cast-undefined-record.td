// A record that does not exist.
class K;
def a { K x = !cast<K>("nowhere"); }
