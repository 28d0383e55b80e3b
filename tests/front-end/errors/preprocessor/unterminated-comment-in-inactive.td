// Comments count in inactive text.
#ifdef A
/* open
#endif
