// Dags only.
def op;
def a { dag x = !con((op 1), 5); }
