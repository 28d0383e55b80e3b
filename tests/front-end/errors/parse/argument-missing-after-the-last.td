// Arguments are counted before they are read.
class A<string s> { string S = s; }
def a : A<"a", ;
