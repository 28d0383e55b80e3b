// Only comments may follow #endif.
#ifndef A
#endif A
