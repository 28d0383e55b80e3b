// Records found by name.
class K { int v = 1; }
def k1 : K;
def d { K a = !cast<K>("k1"); K b = !cast<K>("k" # 1); int v = !cast<K>("k1").v; }
