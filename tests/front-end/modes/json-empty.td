// MODE: dump-json
// Nothing at all.
