// In a class a cast of a known name folds at once if the record exists.
class K { int v = 1; }
def k1 : K;
class A<string s> { K a = !cast<K>("k1"); K b = !cast<K>(s); int c = !cast<K>(s # "1").v; K late = !cast<K>("k2"); }
def k2 : K;
def d : A<"k"> { let b = !cast<K>("k2"); }
