// A block is read whole before it runs, so casts find what names do not.
class X;
if 1 then { def x : X; def y { X a = !cast<X>("x"); } }
