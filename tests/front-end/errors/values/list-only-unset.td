// A list of nothing known.
defvar l = [?, ?];
