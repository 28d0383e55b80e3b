// Common types of records that share ancestors on several paths.
class Root;
class L : Root;
class R : Root;
class LR : L, R;
def lr : LR;
def l : L;
defvar both = [lr, l];
def d { list<L> v = both; list<Root> w = [lr, l]; }
