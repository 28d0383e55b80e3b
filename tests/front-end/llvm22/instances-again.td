// The records of a pattern are others once there are more.
class Kind;
def one : Kind;
class Counts<list<string> patterns> {
  list<int> Numbers = !foreach(it, patterns, !size(!instances<Kind>(it)));
}
def early : Counts<["o.*", "t.*"]>;
def two : Kind;
def late : Counts<["o.*", "t.*"]>;
defvar before = !foreach(it, ["t.*"], !size(!instances<Kind>(it)));
def three : Kind;
defvar after = !foreach(it, ["t.*"], !size(!instances<Kind>(it)));
def both { list<int> Before = before; list<int> After = after; }
