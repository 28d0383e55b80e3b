// The older spellings of the two dag operators.
class Op;
def op : Op;
def other : Op;
def d { dag g = !setop((op 1), other); Op o = !getop<Op>((op)); }
