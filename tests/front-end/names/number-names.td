// Names starting with digits.
def 8bit;
def 0x;
def 1_000;
def 0b2;
def d { string s = "a" # 8bit; }
