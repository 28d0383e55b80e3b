// code is no type for operators.
def a { string x = !cast<code>("a"); }
