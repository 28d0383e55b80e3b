// Classes at the end are added to every record.
class Extra<int n> { int extra = n; string who = NAME; }
class More { int more = 1; }
multiclass A { def a { int v = 1; } def b; }
defm p : A, Extra<5>;
defm q : A, Extra<6>, More;
