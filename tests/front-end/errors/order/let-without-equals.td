def d { int x = 1; let y; }
