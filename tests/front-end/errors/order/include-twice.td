class Op { int include include = 1; }
