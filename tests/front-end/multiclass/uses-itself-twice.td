// A multiclass that uses itself copies what has been read so far.
multiclass M<int n> { def a#n; defm b : M<!add(n, 1)>; defm c : M<!add(n, 2)>; }
defm p : M<0>;
