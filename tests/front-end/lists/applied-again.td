// What an operator makes of an element is found out anew when the element has changed since.
class Shape;
class Kind<int n> { int Number = n; }
def square : Shape { string Edge = "straight"; }
def one : Kind<1>;

class Asks<list<Shape> shapes> {
  list<int> IsKind = !foreach(it, shapes, !isa<Kind>(it));
}
def before : Asks<[square]>;
// Only now are shapes of a kind.
class Shape : Kind<7>;
class Now<list<Shape> shapes> {
  list<int> IsKind = !foreach(it, shapes, !isa<Kind>(it));
}
def after : Asks<[square]>;
def now : Now<[square]>;

class Has<string name, int turn> { int Is = !if(turn, !exists<Kind>(name), 0); }
class Looks<list<string> names, int turn> {
  list<int> There = !foreach(it, names, Has<it, turn>.Is);
  list<int> Again = !foreach(it, names, Has<it, 3>.Is);
}
def early : Looks<["one", "two"], 1>;
def two : Kind<2>;
def late : Looks<["one", "two"], 2>;

class Pair<Kind a, Kind b> { int Sum = !add(a.Number, b.Number); }
class Sums<list<Kind> kinds> {
  list<int> Sums = !foreach(it, kinds, Pair<it, one>.Sum);
  list<Pair> Pairs = !foreach(it, kinds, Pair<it, one>);
}
def first : Sums<[one, two]>;
def : Kind<3>;
def second : Sums<[two, one, two]>;
def third { Pair own = Pair<two, one>; }
