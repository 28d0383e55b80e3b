// An operator without a name has none to give.
def op;
class A<dag g> { string n = !getdagopname(g); }
def d { string n = !getdagopname((op 1)); int after = 1; }
def e : A<(op 1)> { int after = 1; }
