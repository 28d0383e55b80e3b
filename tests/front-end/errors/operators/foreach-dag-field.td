// The result of a dag is a dag.
def op;
def a { list<int> x = !foreach(i, (op 1), i); }
