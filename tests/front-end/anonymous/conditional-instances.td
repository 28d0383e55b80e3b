// Which arms of an operator make their instances.
class S<int y> { int v = y; }
class P<int c, int y> { S b = !if(c, S<y>, S<!add(y, 100)>); }
class Q<int c> : P<c, 5>;
def e : P<1, 7>;
def d : Q<1>;
