// Lists that print alike but differ in element type are different arguments.
class Base;
class Sub : Base;
def s : Sub;
class K<list<Base> l> { list<Base> v = l; }
def d { K a = K<[s]>; K b = K<[s]<Base>>; bit same = !eq(K<[s]>, K<[s]<Base>>); }
