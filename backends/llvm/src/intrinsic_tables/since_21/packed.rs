//! The attributes of each intrinsic in the form of LLVM 22: two numbers, packed into as few bits as they need.

use std::collections::HashMap;

use elaborate::diagnostic::{Diagnostic, Severity};

use backend::offset_table::OffsetTable;
use backend::text::smallest_type;
use backend::{Context, Fatal, Output};
use target_model::intrinsics::{ArgAttribute, Intrinsics};

use super::attributes::{FunctionSet, Numbers, argument_sets};

/// The number of bits that distinguish `count` values.
fn bits_for(count: usize) -> u32 {
    count.next_power_of_two().trailing_zeros()
}

pub(super) fn push(
    cx: &Context,
    intrinsics: &Intrinsics,
    out: &mut Output,
    arguments: &Numbers<&[ArgAttribute]>,
    functions: &Numbers<FunctionSet>,
) -> Result<(), Fatal> {
    let mut lists = Vec::new();
    let mut numbers = HashMap::new();
    let mut list_of = Vec::new();
    for intrinsic in &intrinsics.all {
        let next = lists.len();
        let sets = &intrinsic.properties.arguments;
        let number = *numbers.entry(sets).or_insert_with(|| {
            let list: Vec<_> = argument_sets(sets, arguments).collect();
            lists.push((list, intrinsic));
            next
        });
        list_of.push(number);
    }

    let list_bits = bits_for(lists.len());
    let function_bits = bits_for(functions.len() + 1);
    // The largest number is reserved for intrinsics without function attributes.
    let no_function = (1 << function_bits) - 1;
    let bits = list_bits + function_bits;
    if bits > 16 {
        let message = "Packed ID of IntrinsicsToAttributesMap exceeds 16b, this may cause \
                       performance drop (pr106809), please consider redesigning intrinsic sets!";
        cx.report(Diagnostic::new(Severity::Warning, None, message.to_owned()));
    }
    let ty = smallest_type((1 << bits) - 1);
    writeln!(
        out,
        "static constexpr {ty} IntrinsicsToAttributesMap[] = {{"
    );
    let mut most = 0;
    for (intrinsic, list) in intrinsics.all.iter().zip(list_of) {
        let set = functions.get(&FunctionSet::new(&intrinsic.properties));
        most = most.max(lists[list].0.len() + usize::from(set.is_some()));
        let function = set.copied().unwrap_or(no_function);
        out.source(intrinsic.def);
        writeln!(
            out,
            "    {function} << {list_bits} | {list}, // {}",
            intrinsic.name
        );
    }
    out.no_source();
    out.push("}; // IntrinsicsToAttributesMap\n\n");

    let rows = lists.iter().filter(|(list, _)| !list.is_empty());
    let rows = rows.map(|(list, intrinsic)| (list.clone(), vec![intrinsic.def]));
    let table = OffsetTable::without_marks(cx, rows);
    push_struct(out, "ArgNoAttrIDPair", &["  uint16_t ArgNo, ArgAttrID;\n"]);
    write!(
        out,
        "// Number of entries: {}\nstatic constexpr ArgNoAttrIDPair ArgAttrIdTable[] = {{\n",
        table.size()
    );
    table.push(out, "{0, 0}", |out, (argument, set)| {
        write!(out, "{{{argument}, {set}}}");
    });
    out.push("}; // ArgAttrIdTable\n\n");

    let fields = ["  uint16_t StartIndex;\n", "  uint16_t NumAttrs;\n"];
    push_struct(out, "ArgAttributesInfo", &fields);
    write!(
        out,
        "// Number of entries: {}\nstatic constexpr ArgAttributesInfo ArgAttributesInfoTable[] = {{\n",
        lists.len()
    );
    for (list, intrinsic) in &lists {
        out.source(intrinsic.def);
        // The start is arbitrary for an empty list.
        let start = if list.is_empty() {
            0
        } else {
            table.offset(list)
        };
        writeln!(out, "  {{{start}, {}}},", list.len());
    }
    out.no_source();
    out.push("}; // ArgAttributesInfoTable\n\n\n");

    push_functions(out, list_bits, no_function, most);
    Ok(())
}

fn push_struct(out: &mut Output, name: &str, fields: &[&str]) {
    writeln!(out, "namespace {{\nstruct {name} {{");
    fields.iter().for_each(|it| out.push(it));
    out.push("};\n} // namespace\n\n");
}

/// Writes the functions that unpack the numbers. `most` is the maximum number of attribute sets of an intrinsic.
fn push_functions(out: &mut Output, list_bits: u32, no_function: usize, most: usize) {
    write!(
        out,
        "template <typename IDTy>
inline std::pair<uint32_t, uint32_t> unpackID(const IDTy PackedID) {{
  constexpr uint8_t UniqAttributesBitSize = {list_bits};
  const uint32_t FnAttrID = PackedID >> UniqAttributesBitSize;
  const uint32_t ArgAttrID = PackedID &
    maskTrailingOnes<uint32_t>(UniqAttributesBitSize);
  return {{FnAttrID, ArgAttrID}};
}}

AttributeList Intrinsic::getAttributes(LLVMContext &C, ID id,
                                       FunctionType *FT) {{
  if (id == 0)
    return AttributeList();
  auto [FnAttrID, ArgAttrID] = unpackID(IntrinsicsToAttributesMap[id - 1]);
  using PairTy = std::pair<unsigned, AttributeSet>;
  alignas(PairTy) char ASStorage[sizeof(PairTy) * {most}];
  PairTy *AS = reinterpret_cast<PairTy *>(ASStorage);

  // Construct an ArrayRef for easier range checking.
  ArrayRef<ArgAttributesInfo> ArgAttributesInfoTableAR(ArgAttributesInfoTable);
  if (ArgAttrID >= ArgAttributesInfoTableAR.size())
    llvm_unreachable(\"Invalid arguments attribute ID\");

  auto [StartIndex, NumAttrs] = ArgAttributesInfoTableAR[ArgAttrID];
  for (unsigned Idx = 0; Idx < NumAttrs; ++Idx) {{
    auto [ArgNo, ArgAttrID] = ArgAttrIdTable[StartIndex + Idx];
    AS[Idx] = {{ArgNo,
        getIntrinsicArgAttributeSet(C, ArgAttrID, FT->getContainedType(ArgNo))}};
  }}
  if (FnAttrID != {no_function}) {{
    AS[NumAttrs++] = {{AttributeList::FunctionIndex,
                      getIntrinsicFnAttributeSet(C, FnAttrID)}};
  }}
  return AttributeList::get(C, ArrayRef(AS, NumAttrs));
}}

AttributeSet Intrinsic::getFnAttributes(LLVMContext &C, ID id) {{
  if (id == 0)
    return AttributeSet();
  auto [FnAttrID, _] = unpackID(IntrinsicsToAttributesMap[id - 1]);
  if (FnAttrID == {no_function})
    return AttributeSet();
  return getIntrinsicFnAttributeSet(C, FnAttrID);
}}
#endif // GET_INTRINSIC_ATTRIBUTES

"
    );
}
