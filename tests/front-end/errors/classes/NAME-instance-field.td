// What depends on NAME in an instance cannot be resolved outside.
class B { string n = NAME; }
def d { string s = B<>.n; }
