// A class may hold a list of itself.
class Tree<string label, list<Tree> kids = []> {
  string name = label;
  list<Tree> children = kids;
  int count = !size(kids);
}
def t : Tree<"root", [Tree<"left">, Tree<"right", [Tree<"leaf">]>]>;
