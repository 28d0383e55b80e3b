// Replacing the operator drops its name.
class Op;
def op : Op;
def other : Op;
def d { dag a = !setdagop((op:$n 1), other); dag u = !setdagop((? 1), other); }
