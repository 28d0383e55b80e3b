// In a record without a class there is no NAME.
def d { string s = NAME; }
