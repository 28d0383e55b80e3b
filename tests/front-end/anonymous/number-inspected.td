// The number of an anonymous name decides lengths, comparisons and other names.
class X { string n = NAME; int size = !size(NAME); bit low = !lt(NAME, "anonymous_10"); }
multiclass M { def x : X; def NAME # "_" # !size(NAME); }
defm : M; defm : M; defm : M; defm : M; defm : M; defm : M;
defm : M; defm : M; defm : M; defm : M; defm : M; defm : M;
