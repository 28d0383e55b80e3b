use expect_test::expect;

use crate::testing::check_target;

const TARGET: &str = r#"
    def Toy : Target;
    def Old : SubtargetFeature<"old", "HasOld", "true", "The first.">;
    def New : SubtargetFeature<"new", "HasNew", "true", "The second.", [Old]>;
    def Quiet : SubtargetFeature<"", "IsQuiet", "1", "", [New]>;
    def Model : SchedMachineModel { let IssueWidth = 2; let LoadLatency = 4; }
    let SchedModel = Model in {
      def ALU : ProcResource<2>;
      def FPU : ProcResource<1> { let Super = ALU; let BufferSize = 8; }
      def Any : ProcResGroup<[ALU, FPU]>;
      def : RetireControlUnit<64, 4>;
    }
    def One : Processor<"one", [Quiet]> { let SchedModel = Model; let TuneFeatures = [Old]; }
    def Two : Processor<"two", [Old]>;
"#;

#[test]
fn a_processor() {
    check_target(
        &TARGET.replacen("One", "$0One", 1),
        expect![[r#"
            processor `one`

            - features: `Quiet`
            - features implied by these: `+new`, `+old`
            - tuning: `+old`

            schedule model `Model`, incomplete

            - micro-ops issued at once: 2
            - latency of loads: 4
            - reorder buffer: 64, 4 retired per cycle
            - schedule classes of instructions: 1

            ```text
            resource  units      buffer  part of
            ALU       2          any
            Any       ALU | FPU  any
            FPU       1          8       ALU
            ```
        "#]],
    );
    check_target(
        &TARGET.replacen("Two", "$0Two", 1),
        expect![[r#"
            processor `two`

            - features: `+old`

            schedule model `NoSchedModel`, incomplete

            - schedule classes of instructions: 1
        "#]],
    );
}

#[test]
fn a_feature() {
    check_target(
        &TARGET.replacen("New", "$0New", 1),
        expect![[r#"
        feature `+new`

        - sets: `HasNew = true`
        - implies: `+old`
        - processors: `one`
    "#]],
    );
    check_target(
        &TARGET.replacen("Old", "$0Old", 1),
        expect![[r#"
        feature `+old`

        - sets: `HasOld = true`
        - processors: `one`, `two`
    "#]],
    );
}

#[test]
fn a_model_of_processors() {
    check_target(
        &TARGET.replacen("Model", "$0Model", 1),
        expect![[r#"
            schedule model `Model`, incomplete

            - micro-ops issued at once: 2
            - latency of loads: 4
            - processors: `one`
            - reorder buffer: 64, 4 retired per cycle
            - schedule classes of instructions: 1

            ```text
            resource  units      buffer  part of
            ALU       2          any
            Any       ALU | FPU  any
            FPU       1          8       ALU
            ```
        "#]],
    );
}
