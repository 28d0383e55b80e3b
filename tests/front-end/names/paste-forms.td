// Names built from strings, numbers and loop variables.
def a#b;
def "q" # 1;
def 1x;
def x#;
foreach i = ["p"] in { def i; def i#"_"#i; def pre#i#post; }
def "with space";
def !strconcat("s", "c");
