// A declaration with arguments warns too.
class A<int later>;
