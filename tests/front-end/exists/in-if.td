// As condition of a statement.
class K;
def k : K;
if !exists<K>("k") then def yes; else def no;
if !exists<K>("nope") then def yes2; else def no2;
foreach n = ["k", "z"] in if !exists<K>(n) then def has_#n; else def lacks_#n;
