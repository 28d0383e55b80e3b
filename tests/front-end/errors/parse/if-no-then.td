// A condition needs `then`.
if 1 def a;
