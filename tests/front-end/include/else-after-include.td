// What may follow a whole statement stands behind the directive.
include "nested/condition.inc"
else def here;
