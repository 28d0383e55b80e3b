// An argument of another type in an instance.
class A<string s> { string w = s; }
def a { string x = A<2>.w; }
