// List concatenation of any number of lists.
class A<list<int> x> {
  list<int> a = !listconcat(x, [1]);
  list<int> b = !listconcat([1], [2], x);
  list<int> c = !listconcat([], x, []);
}
def d : A<[8, 9]>;
def e { list<string> s = !listconcat(["a"], ["b"], ["c"]); list<int> one = !listconcat([1], []); }
