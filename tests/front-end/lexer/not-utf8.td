// Bytes that are not UTF-8 in strings, comments and code ÿş.
def a { string s = "ÿÀ"; code c = [{€}]; }
