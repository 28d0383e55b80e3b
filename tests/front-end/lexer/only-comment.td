// Nothing else.
