// A class whose instances are made by condition.
class Count<int n> { list<int> l = !if(!gt(n, 0), !listconcat([n], Count<!sub(n, 1)>.l), []); }
def d { list<int> l = Count<3>.l; }
