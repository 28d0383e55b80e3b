// The file name must be a string.
include common
