// A file that is nowhere, included by another.
include "includes-missing.inc"
