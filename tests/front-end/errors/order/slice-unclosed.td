class A<list<int> l> { list<int> s = l[1; 5]; }
