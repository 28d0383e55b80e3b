// Both variables may have one name: the type is that of the start, the value that of the element.
class A<list<int> l, int s> {
  int sum = !foldl(s, l, a, a, !add(a, a));
  string str = !foldl("", l, a, a, a # "," # a);
}
def d : A<[1, 2, 3], 10> { let str = ""; }
def long { list<int> l = !foldl([7], !range(70), a, a, a); }
