// Unnamed defm inside a multiclass.
multiclass In { def i { string n = NAME; } }
multiclass Out { defm : In; def o; }
defm p : Out;
defm q : Out;
