// A record may name itself.
class K { K me = ?; string s = ""; }
def k : K { let me = !cast<K>("k"); let s = !cast<string>(!cast<K>("k")); }
def l : K { let me = l; }
