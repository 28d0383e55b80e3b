// An unnamed defm takes an anonymous number for its name.
multiclass A { def a { string n = NAME; } def NAME # "_b"; }
defm : A;
defm : A;
