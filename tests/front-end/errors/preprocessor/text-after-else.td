// Only comments may follow #else.
#ifndef A
#else B
#endif
