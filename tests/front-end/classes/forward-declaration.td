// A class may be declared first and defined later.
class Later;
class User<list<Later> l> { list<Later> v = l; }
class Later { int n = 1; }
def x : Later;
def d : User<[x]>;
