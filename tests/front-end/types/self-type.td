// A class may have fields and arguments of its own type.
class Node<list<Node> next = []> { list<Node> n = next; }
def end : Node;
def one : Node<[end]>;
def two : Node<[one, end]>;
