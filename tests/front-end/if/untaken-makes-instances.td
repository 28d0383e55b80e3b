// Known instances in branches not taken exist all the same.
class S<int n> { int v = n; }
if 0 then { def no : S<S<99>.v>; }
if 1 then { def yes; } else { def no2 : S<98>; }
