// A trailing comma is accepted.
def d { int a = !cond(0: 1, 1: 2,); }
