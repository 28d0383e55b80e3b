class A<list<int> l> { string str = !foldl("", l, a, a, a # "," # a); }
def d : A<[1, 2, 3]>;
