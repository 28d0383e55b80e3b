// Operators of concatenated dags must agree.
def op; def other;
def a { dag x = !con((op 1), (other 2)); }
