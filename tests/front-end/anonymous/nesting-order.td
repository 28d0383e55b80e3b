// The outer instance is numbered before those in its fields, arguments before both.
class In<int n> { int v = n; }
class Out<In i> { In j = i; In k = In<!add(i.v, 1)>; }
def d { Out o = Out<In<5>>; }
