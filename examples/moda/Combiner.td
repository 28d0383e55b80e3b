//===- Combiner.td - Rules that simplify generic instructions of Moda -----===//

include "Moda.td"
include "llvm/Target/GlobalISel/Combine.td"
def double_sub : GICombineRule<(defs root:$d), (match (G_SUB $d, $a, $a)), (apply (G_ADD $d, $a, 0))>;
def ModaCombiner : GICombiner<"ModaCombinerImpl", [double_sub, copy_prop, combine_build_unmerge]>;
