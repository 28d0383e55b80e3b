// A prototype and the first record made from it share a number: by name one gets the record.
class A<int x> { int v = x; }
multiclass Inner { def : A<1>; def : A<2>; }
multiclass Outer { defm : Inner; def : A<3>; defm "" : Inner; }
def before { bit e = !exists<A>("anonymous_0"); }
defm : Outer;
defm : Inner;
defm X : Outer;
def E0 { bit e = !exists<A>("anonymous_0"); int v = !if(!exists<A>("anonymous_0"), !cast<A>("anonymous_0").v, -1); }
def E1 { bit e = !exists<A>("anonymous_1"); int v = !if(!exists<A>("anonymous_1"), !cast<A>("anonymous_1").v, -1); }
def E2 { bit e = !exists<A>("anonymous_2"); int v = !if(!exists<A>("anonymous_2"), !cast<A>("anonymous_2").v, -1); }
def E3 { bit e = !exists<A>("anonymous_3"); int v = !if(!exists<A>("anonymous_3"), !cast<A>("anonymous_3").v, -1); }
def E4 { bit e = !exists<A>("anonymous_4"); int v = !if(!exists<A>("anonymous_4"), !cast<A>("anonymous_4").v, -1); }
def E5 { bit e = !exists<A>("anonymous_5"); int v = !if(!exists<A>("anonymous_5"), !cast<A>("anonymous_5").v, -1); }
def E6 { bit e = !exists<A>("anonymous_6"); int v = !if(!exists<A>("anonymous_6"), !cast<A>("anonymous_6").v, -1); }
def E7 { bit e = !exists<A>("anonymous_7"); int v = !if(!exists<A>("anonymous_7"), !cast<A>("anonymous_7").v, -1); }
def E8 { bit e = !exists<A>("anonymous_8"); int v = !if(!exists<A>("anonymous_8"), !cast<A>("anonymous_8").v, -1); }
def E9 { bit e = !exists<A>("anonymous_9"); int v = !if(!exists<A>("anonymous_9"), !cast<A>("anonymous_9").v, -1); }
def E10 { bit e = !exists<A>("anonymous_10"); int v = !if(!exists<A>("anonymous_10"), !cast<A>("anonymous_10").v, -1); }
def E11 { bit e = !exists<A>("anonymous_11"); int v = !if(!exists<A>("anonymous_11"), !cast<A>("anonymous_11").v, -1); }
def E12 { bit e = !exists<A>("anonymous_12"); int v = !if(!exists<A>("anonymous_12"), !cast<A>("anonymous_12").v, -1); }
def E13 { bit e = !exists<A>("anonymous_13"); int v = !if(!exists<A>("anonymous_13"), !cast<A>("anonymous_13").v, -1); }
def E14 { bit e = !exists<A>("anonymous_14"); int v = !if(!exists<A>("anonymous_14"), !cast<A>("anonymous_14").v, -1); }
def E15 { bit e = !exists<A>("anonymous_15"); int v = !if(!exists<A>("anonymous_15"), !cast<A>("anonymous_15").v, -1); }
def E16 { bit e = !exists<A>("anonymous_16"); int v = !if(!exists<A>("anonymous_16"), !cast<A>("anonymous_16").v, -1); }
def E17 { bit e = !exists<A>("anonymous_17"); int v = !if(!exists<A>("anonymous_17"), !cast<A>("anonymous_17").v, -1); }
def E18 { bit e = !exists<A>("anonymous_18"); int v = !if(!exists<A>("anonymous_18"), !cast<A>("anonymous_18").v, -1); }
