// A cast that cannot succeed stays.
def a { int x = !cast<int>("5"); }
