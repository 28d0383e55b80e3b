// CRASHES: 19
// Dumps of values that need the defm.
class X;
multiclass M<string s> { dump "exists " # s # ": " # !exists<X>(s); def a : X; }
defm p : M<"pa">;
defm q : M<"pa">;
