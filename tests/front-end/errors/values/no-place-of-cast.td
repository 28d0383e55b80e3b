// Nor has that of a cast.
class A;
def b;
defvar v = !foreach(i, [1], !cast<A>("b"));
