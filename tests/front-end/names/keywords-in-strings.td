// Keywords may be names when quoted.
def "class";
def "def";
def "a b\"c";
