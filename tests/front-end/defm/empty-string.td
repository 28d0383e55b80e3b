// An empty name puts nothing in front.
multiclass In { def i; }
multiclass Out { defm "" : In; def NAME; }
defm p : Out;
