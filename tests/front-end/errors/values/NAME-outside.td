// At top level there is no NAME.
defvar n = NAME;
