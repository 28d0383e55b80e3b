// Repeated tails.
defvar l = [1, 2, 3, 4];
def d { list<int> a = !tail(!tail(l)); int n = !size(!tail(!tail(!tail(l)))); }
