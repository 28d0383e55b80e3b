// The printed type of a string follows the form of its value.
class A<string s> { string f = s; code g = s; }
def plain : A<"quoted">;
def braces : A<[{braced}]>;
def joined : A<"a" # [{b}]>;
def joined_code : A<[{a}] # [{b}]>;
def unset { string s = ?; code c = ?; }
