//! Subtargets in the form of LLVM 22.

use backend::Release;
use backend_testing::difference;
use expect_test::{Expect, expect};

use super::{FEATURES, INSTRUCTIONS, write_as};

#[test]
fn changes_in_22() {
    let text = format!("{INSTRUCTIONS}{FEATURES}");
    let [old, new] = [Release::V21, Release::V22].map(|it| write_as(it, &text));
    expect![[r#"
        -
        +
        +
        -} // end namespace Toy
        -} // end namespace llvm
        -#endif // GET_SUBTARGETINFO_ENUM
        +} // namespace Toy
        +} // namespace llvm
        +#endif // GET_SUBTARGETINFO_ENUM
        +
        +
        +
        -
        +
        -static constexpr char ToySchedClassNamesStorage[] = 
        +static constexpr char ToySchedClassNamesStorage[] =
        +
        -    const MCInst *MI, const MCInstrInfo *MCII, unsigned CPUID) {
        +    const MCInst *MI, const MCInstrInfo *MCII, const MCSubtargetInfo &STI, unsigned CPUID) {
        -} // end namespace Toy_MC
        +} // namespace Toy_MC
        -    return Toy_MC::resolveVariantSchedClassImpl(SchedClass, MI, MCII, CPUID);
        +    return Toy_MC::resolveVariantSchedClassImpl(SchedClass, MI, MCII, *this, CPUID);
        -} // end namespace llvm
        -#endif // GET_SUBTARGETINFO_MC_DESC
        +} // namespace llvm
        +#endif // GET_SUBTARGETINFO_MC_DESC
        -#endif // GET_SUBTARGETINFO_TARGET_DESC
        +#endif // GET_SUBTARGETINFO_TARGET_DESC
        +
        -unsigned resolveVariantSchedClassImpl(unsigned SchedClass, const MCInst *MI, const MCInstrInfo *MCII, unsigned CPUID);
        -} // end namespace Toy_MC
        +unsigned resolveVariantSchedClassImpl(unsigned SchedClass, const MCInst *MI, const MCInstrInfo *MCII, const MCSubtargetInfo &STI, unsigned CPUID);
        +
        +} // namespace Toy_MC
        -} // end namespace llvm
        -#endif // GET_SUBTARGETINFO_HEADER
        +} // namespace llvm
        +#endif // GET_SUBTARGETINFO_HEADER
        +
        -  return Toy_MC::resolveVariantSchedClassImpl(SchedClass, MI, MCII, CPUID);
        +  return Toy_MC::resolveVariantSchedClassImpl(SchedClass, MI, MCII, *this, CPUID);
        -} // end namespace llvm
        -#endif // GET_SUBTARGETINFO_CTOR
        +} // namespace llvm
        +#endif // GET_SUBTARGETINFO_CTOR
        -#endif // GET_STIPREDICATE_DECLS_FOR_MC_ANALYSIS
        +#endif // GET_STIPREDICATE_DECLS_FOR_MC_ANALYSIS
        +
    "#]].assert_eq(&difference(&old, &new));
}

/// Lines of 22 from the first that contains `from` to the next that contains `to`.
#[track_caller]
fn check_22(text: &str, from: &str, to: &str, want: Expect) {
    let text = write_as(Release::V22, text);
    let lines = backend_testing::between(&text, from, to);
    // The prefix without blanks keeps the snapshot from losing the common indentation.
    want.assert_eq(&format!("output:\n{lines}"));
}

#[test]
fn predicates_of_modes_say_when_they_are_on_since_22() {
    let text = r#"
        class Assembler<dag cond> : Predicate<"cond()"> {
          let AssemblerMatcherPredicate = true;
          dag AssemblerCondDag = cond;
        }
        def all_of;
        def any_of;
        def M1 : HwMode<"", [Assembler<(any_of F9, F10)>]>;
        def M2 : HwMode<"", [Assembler<(any_of F9, F10)>, Assembler<(all_of F9)>]>;
        def M3 : HwMode<"", [Predicate<"other()">]>;
    "#;
    let text = format!("{INSTRUCTIONS}{FEATURES}{text}");
    let (class, end) = ("GenMCSubtargetInfo::getHwModeSet", "return Modes");
    check_22(
        &text,
        class,
        end,
        expect![[r#"
        output:
        unsigned ToyGenMCSubtargetInfo::getHwModeSet() const {
          [[maybe_unused]] const FeatureBitset &FB = getFeatureBits();
          // Collect HwModes and store them as a bit set.
          unsigned Modes = 0;
          if (FB[Toy::F9] || FB[Toy::F10]) Modes |= (1 << 0);
          if ((FB[Toy::F9] || FB[Toy::F10]) && FB[Toy::F9]) Modes |= (1 << 1);
          if (false) Modes |= (1 << 2);
    "#]],
    );
    check_22(
        &text,
        "ToyGenSubtargetInfo::getHwModeSet",
        end,
        expect![[r#"
        output:
        unsigned ToyGenSubtargetInfo::getHwModeSet() const {
          [[maybe_unused]] const auto *Subtarget =
              static_cast<const ToySubtarget *>(this);
          // Collect HwModes and store them as a bit set.
          unsigned Modes = 0;
          if ((cond())) Modes |= (1 << 0);
          if ((cond()) && (cond())) Modes |= (1 << 1);
          if ((other())) Modes |= (1 << 2);
    "#]],
    );
}

#[test]
fn conditions_of_variants_are_made_of_others_since_22() {
    let text = r#"
        class SchedPredicateCombiner<list<SchedPredicateBase> parts> : SchedPredicateBase {
          list<SchedPredicateBase> Predicates = parts;
        }
        class AllOfSchedPreds<list<SchedPredicateBase> parts> : SchedPredicateCombiner<parts>;
        class AnyOfSchedPreds<list<SchedPredicateBase> parts> : SchedPredicateCombiner<parts>;
        class NotSchedPred<SchedPredicateBase part> : SchedPredicateCombiner<[part]>;
        class FeatureSchedPredicate<SubtargetFeature f> : SchedPredicateBase { SubtargetFeature Feature = f; }
        def Code : SchedPredicate<"code()">;
        def Feature : FeatureSchedPredicate<F9>;
        def Any : AnyOfSchedPreds<[Feature, MCSchedPredicate<CheckNumOperands<2>>]>;
        def All : AllOfSchedPreds<[Any, NotSchedPred<Code>, AllOfSchedPreds<[Code]>]>;
        def X : SchedWriteVariant<[SchedVar<NotSchedPred<Any>, [W]>, SchedVar<All, [V]>]> { let SchedModel = M; }
        def I4 : I<[X]>;
    "#;
    let text = format!("{INSTRUCTIONS}{FEATURES}{text}");
    check_22(
        &text,
        "switch (SchedClass)",
        "};",
        expect![[r#"
            output:
              switch (SchedClass) {
              case 4: // X
                if (CPUID == 1) { // M
                  if (!(STI.hasFeature(Toy::F9) || MI->getNumOperands() == 2))
                    return 5; // W
                }
                break;
        "#]],
    );
    check_22(
        &text,
        "SchedModel->getProcessorID() == 1",
        "}",
        expect![[r#"
        output:
            if (SchedModel->getProcessorID() == 1) { // M
              if (!(this->hasFeature(Toy::F9) || MI->getNumOperands() == 2))
                return 5; // W
              if ((this->hasFeature(Toy::F9) || MI->getNumOperands() == 2) && !(code()) && (code()))
                return 6; // V
    "#]],
    );
}
