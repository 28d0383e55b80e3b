// The range ends where it makes no sense any more.
class Count<int n> { list<int> l = !if(1, !listconcat([n], Count<!sub(n{ 1 )>.l), []); }
