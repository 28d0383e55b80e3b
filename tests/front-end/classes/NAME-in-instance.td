// In an instance NAME is never known.
class B { string n = NAME; }
def d { B b = B<>; }
