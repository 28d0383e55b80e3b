// A single slash is no comment.
#define A / B
