// Superclasses are listed depth first.
class R1;
class R2 : R1;
class S1;
class S2 : S1;
class Both : R2, S2;
def d : Both;
