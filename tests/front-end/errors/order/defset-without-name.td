defset list<int> field = { def a; }
