// Instances with known arguments in the body are made before the loop runs.
class S<int n> { int v = n; }
foreach i = [1, 2] in def d#i { S a = S<99>; S b = S<i>; }
foreach i = []<int> in def never { S a = S<55>; }
