use expect_test::expect;

use crate::tests::{check, check_error, sources};

#[test]
fn performance_counters() {
    check(
        "gen-exegesis",
        sources::COUNTERS,
        expect![[r#"
        /*===- TableGen'erated file -------------------------------------*- C++ -*-===*\
        |*                                                                            *|
        |* Exegesis Tables                                                            *|
        |*                                                                            *|
        |* Automatically generated file, do not edit!                                 *|
        |*                                                                            *|
        \*===----------------------------------------------------------------------===*/


        static const char *ToyPfmCounterNames[] = {
          "cycles", // 0
          "miss", // 1
          "port0", // 2
        };

        static const PfmCountersInfo::IssueCounter ToyPfmIssueCounters[] = {
          { ToyPfmCounterNames[2], "P0"},
        };

        static const std::pair<ValidationEvent, const char*> ToyLargeValidationCounters[] = {
          { Misses, ToyPfmCounterNames[1]},
        };

        static const PfmCountersInfo ToyLarge = {
          ToyPfmCounterNames[0],  // Cycle counter
          nullptr,  // No uops counter.
          nullptr, 0, // No issue counters
          ToyLargeValidationCounters, 1 // Validation counters.
        };

        static const PfmCountersInfo ToySmall = {
          ToyPfmCounterNames[0],  // Cycle counter
          nullptr,  // No uops counter.
          ToyPfmIssueCounters + 0, 1, // Issue counters.
          nullptr, 0 // No validation counters.
        };

        // Sorted (by CpuName) array of pfm counters.
        static const CpuAndPfmCounters ToyCpuPfmCounters[] = {
          { "toy1", &ToyLarge },
          { "toy2", &ToySmall },
        };

    "#]],
    );
}

/// The reference reads names where its sort compares them, which begins with the second one.
#[test]
fn names_of_the_wrong_type_are_told_of_the_second_binding() {
    let text = sources::COUNTERS.replace(
        "string CpuName = cpu;",
        "string Name = cpu; int CpuName = 1;",
    );
    check_error(
        "gen-exegesis",
        &text,
        "Record `anonymous_5', ` field `CpuName' exists but does not have a string initializer!",
    );
}
