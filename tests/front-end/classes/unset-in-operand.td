// The final resolution does not substitute ? for a field, but an argument's ? is substituted.
class A<int x> { int k; field int j = !add(k, 1); field int l = !add(x, 1); }
def d : A<?>;
def e : A<2> { let k = 5; }
