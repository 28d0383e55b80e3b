// Conditions of type bit, bits and int.
if 0b1 then def a;
if 5 then def b;
if !eq("a", "a") then def c;
if false then def d; else def e;
