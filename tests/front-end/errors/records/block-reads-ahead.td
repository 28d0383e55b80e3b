// Inside a block the block's own records have no names yet.
class X;
if 1 then { def x : X; def y { X a = x; } }
