// An alias must end.
deftype T = int
def a;
