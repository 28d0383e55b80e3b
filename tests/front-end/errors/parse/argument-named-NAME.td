// NAME is reserved for arguments as well.
class A<string NAME>;
