// The type of a field or template argument is looked up before its name is missed.
class A<string s> { string S = s; }
def a : A<"a"> { Nothing; }
