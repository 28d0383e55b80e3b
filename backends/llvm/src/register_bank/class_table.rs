//! The table that maps register classes to banks.

use backend::ids::{Arena, Id};
use backend::{Context, Output, Release};
use target_model::registers::{ClassId, Registers};

use super::Bank;

/// Whether the table is written. Before LLVM 21, each target mapped classes to banks by hand-written code.
pub(super) fn is_written(release: Release) -> bool {
    release >= Release::V21
}

pub(super) fn push_declaration(out: &mut Output) {
    out.push(
        "public:\n  const RegisterBank &getRegBankFromRegClass(const TargetRegisterClass &RC, LLT Ty) const override;\n",
    );
}

/// The banks that contain a class.
#[derive(Clone, Copy)]
enum InBanks {
    None,
    /// The index of the only bank.
    One(usize),
    Several,
}

/// Writes the function that returns the bank of a class. Indices of banks are packed into words of 32 bits. Each index
/// takes the smallest sufficient number of bits that divides 32.
pub(super) fn push(cx: &Context, out: &mut Output, registers: &Registers, banks: &[Bank]) {
    let target = registers.target.name.as_str();
    let banks_of = banks_of_classes(registers, banks);
    let is_partial = banks_of.iter().any(|it| !matches!(it, InBanks::One(_)));
    let bits = (banks.len().max(1).ilog2() + 1).next_power_of_two();
    let (in_word, mask) = (32 / bits, (1_u64 << bits) - 1);
    write!(
        out,
        "const RegisterBank &\n{target}GenRegisterBankInfo::getRegBankFromRegClass\
         (const TargetRegisterClass &RC, LLT) const {{\n"
    );
    if is_partial {
        writeln!(
            out,
            "  constexpr uint32_t InvalidRegBankID = uint32_t({target}::InvalidRegBankID) & {mask};"
        );
    }
    writeln!(
        out,
        "  static const uint32_t RegClass2RegBank[{}] = {{",
        banks_of.len().div_ceil(in_word as usize)
    );
    let mut comment = String::new();
    for (number, (id, in_banks)) in (0_u32..).zip(banks_of.with_ids()) {
        let place = number % in_word;
        let is_new_word = place == 0 && number > 0;
        if number > 0 {
            let end = if is_new_word { "," } else { " |" };
            writeln!(out, "{end}{comment}");
        }
        out.sources(|| {
            let sources = registers.class_sources(id).into_iter();
            sources.map(|it| cx.records.rec(it))
        });
        let name = match in_banks {
            InBanks::One(bank) => format!("{target}::{}ID", banks[*bank].def.id_name()),
            InBanks::None | InBanks::Several => "InvalidRegBankID".to_owned(),
        };
        write!(out, "    (uint32_t({name}) << {})", place * bits);
        comment = match in_banks {
            InBanks::None => String::new(),
            _ => format!(" // {}RegClassID", registers.classes[id].name),
        };
    }
    out.no_source();
    write!(
        out,
        "{comment}\n  }};\n  const unsigned RegClassID = RC.getID();\n  \
         if (LLVM_LIKELY(RegClassID < {})) {{\n    \
         unsigned RegBankID = (RegClass2RegBank[RegClassID / {in_word}] >> \
         ((RegClassID % {in_word}) * {bits})) & {mask};\n",
        banks_of.len()
    );
    if is_partial {
        out.push("    if (RegBankID != InvalidRegBankID)\n  ");
    }
    out.push(
        "    return getRegBank(RegBankID);\n  }\n  \
         llvm_unreachable(llvm::Twine(\"Target needs to handle register class ID 0x\")\
         .concat(llvm::Twine::utohexstr(RegClassID)).str().c_str());\n}\n",
    );
}

/// The banks of each class. The list ends with the last class that is in a bank.
fn banks_of_classes(registers: &Registers, banks: &[Bank]) -> Arena<ClassId, InBanks> {
    let classes = || banks.iter().flat_map(|it| &it.classes);
    let count = classes().map(|it| it.index() + 1).max().unwrap_or_default();
    let all = registers.classes.ids().take(count);
    let mut banks_of: Arena<ClassId, InBanks> = all.map(|_| InBanks::None).collect();
    for (number, bank) in banks.iter().enumerate() {
        for class in &bank.classes {
            let known = &mut banks_of[*class];
            *known = match known {
                InBanks::None => InBanks::One(number),
                InBanks::One(_) | InBanks::Several => InBanks::Several,
            };
        }
    }
    banks_of
}
