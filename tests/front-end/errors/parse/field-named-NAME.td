// NAME is reserved.
class A { string NAME = "x"; }
