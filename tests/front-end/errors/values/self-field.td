// A record cannot read its own fields through itself.
class K { int v = 1; int w = 0; }
def k : K { let w = !cast<K>("k").v; }
