// A directory is no file.
include "."
