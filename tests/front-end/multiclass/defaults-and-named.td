// Arguments with defaults and by name.
multiclass M<int a, int b = !add(a, 1), string s = "d"> { def _r { int x = a; int y = b; string z = s; } }
defm p : M<1>;
defm q : M<1, 5>;
defm r : M<1, s="named">;
defm t : M<b=3, a=2>;
