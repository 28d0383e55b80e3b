// The type of a list is deduced from its elements, `?` aside.
defvar l = [?, 1, ?];
defvar s = ["a", ?];
def d { list<int> a = l; list<string> b = s; int n = !size(l); }
