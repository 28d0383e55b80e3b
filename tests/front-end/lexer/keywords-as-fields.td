// Words that are no keywords.
class A { int Class = 1; int defs = 2; int NAMEx = 3; int integer = 4; }
def bits1 : A;
