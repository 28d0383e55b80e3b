// bits needs a width.
def a { bits x; }
