// In a list the declaration goes on where it may not.
def op;
def a { list<string> l = [!getdagopname((op)), "b"]; int x = 1; }
