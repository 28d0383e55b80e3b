// A list or a dag is needed.
def a { list<int> x = !foreach(i, 5, i); }
