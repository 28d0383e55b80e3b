// A multiclass that does not exist.
defm p : Nothing;
