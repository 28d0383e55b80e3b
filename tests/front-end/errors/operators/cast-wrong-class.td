// A record of another class.
class K;
class L;
def l : L;
def a { K x = !cast<K>("l"); }
