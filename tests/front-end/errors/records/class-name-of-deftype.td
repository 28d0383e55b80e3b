// The name of an alias is taken.
deftype T = int;
class T { int x = 1; }
