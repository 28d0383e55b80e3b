// A list of integers is an index too.
def d {
  list<string> l = ["a", "b", "c", "d"];
  list<int> idx = [3, 1];
  list<string> picked = l[idx];
  list<string> more = l[idx, 0];
  list<string> computed = l[!range(2)];
}
