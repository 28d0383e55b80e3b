class A<int x, list<int> y = [!cond(!eq(x, 1): x, 1: 2)]> { list<int> z = y; }
def a : A<1>;
#else
