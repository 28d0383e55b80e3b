// The name of an operator is a string as it was written.
def op;
def a {
  string n = !getdagopname(!setdagopname((op 1), [{n}]));
  string o = !getdagopname(!setdagopname(!setdagopname((op 1), [{n}]), "p"));
}
