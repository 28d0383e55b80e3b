// Global variables hold any value.
class K<int n> { int v = n; }
defvar i = 1;
defvar s = "str";
defvar l = [1, 2];
defvar k = K<7>;
defvar sum = !add(i, k.v);
def d { int a = i; string b = s; list<int> c = l; K e = k; int f = sum; }
