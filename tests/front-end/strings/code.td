// Code fragments keep every byte, brackets and braces included.
def d {
  code c = [{
    if (a[0] == '}') { return "x"; }
    // not a comment
  }];
  code empty = [{}];
  code nested = [{ [ { } ] }];
}
