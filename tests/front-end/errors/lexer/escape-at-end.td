// An escape may not end with the file.
def d { string s = "abc\