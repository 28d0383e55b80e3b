// Records in fields are replaced as a whole.
class In<int n> { int v = n; }
class Out { In i = In<1>; int w = i.v; }
def d : Out { let i = In<2>; }
