// NAME in the name of an inner defm.
multiclass In { def _i; }
multiclass Out { defm NAME : In; defm "pre" # NAME : In; defm NAME # "post" : In; }
defm p : Out;
