// Found at once it folds in the class; otherwise it stays.
class K;
def k : K;
class A<string s> { bit a = !exists<K>("k"); bit b = !exists<K>("later"); bit c = !exists<K>(s); }
def before : A<"later">;
def later : K;
def after : A<"later">;
