// dump prints strings and what !repr makes of others.
class K { int v = 1; }
def k : K { string s = "x"; }
dump "plain text";
dump k;
dump !repr([1, 2]);
dump "sum " # !add(1, 2);
