// In strings and code a # is text.
def d {
  code c = [{
#ifdef A
  kept
#endif
  }];
}
