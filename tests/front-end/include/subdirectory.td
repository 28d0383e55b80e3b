// Paths are relative to the search directories, not to the including file.
include "dir2/nested.inc"
