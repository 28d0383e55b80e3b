// Unused variables evaluate what they can.
class S<int n> { int v = n; }
defvar a = S<1>;
foreach i = [1] in defvar z = S<!add(i, 1)>;
