// The else condition is settled after the then arm has run.
class X;
if !not(!exists<X>("q")) then { def q : X; } else { def r; }
