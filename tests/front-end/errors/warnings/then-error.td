// Warnings printed before an error stay.
class A<int unused> { int v = 1; }
def d { int x = "s"; }
