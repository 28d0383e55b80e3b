// An unnamed record takes its number before its body.
class In<int n> { int v = n; }
def { In a = In<1>; }
def : In<!add(In<5>.v, 1)>;
