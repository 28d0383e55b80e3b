// Adjacent literals join, over lines and comments.
def d {
  string s = "one" " two"
             // a comment between
             " three" /* and another */ " four";
}
