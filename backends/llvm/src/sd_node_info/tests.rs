use backend::Release;
use backend_testing::{between, difference, isel_source, read_as, run};
use expect_test::expect;
use target_model::instructions::GENERIC;

const NODES: &str = r#"
def : Node<"ToyISD::CALL", SDTypeProfile<0, -1, [SDTCisPtrTy<0>]>, [SDNPHasChain, SDNPVariadic]>;
def : Node<"ToyISD::ADD", SDTypeProfile<1, 2, [SDTCisSameAs<0, 1>, SDTCisVT<1, i32>]>>;
def : Node<"ToyISD::SUB", SDTypeProfile<1, 2, [SDTCisSameAs<0, 1>]>>;
def : Node<"ToyISD::SUB", SDTypeProfile<1, 2, []>, [SDNPCommutative]>;
def : Node<"ToyISD::MUL", SDTypeProfile<1, 2, []>>;
def : Node<"ToyISD::MUL", SDTypeProfile<1, 1, []>>;
def : Node<"OtherISD::DIV", SDTypeProfile<1, 2, []>>;
def : Node<"NONE", SDTypeProfile<1, 2, []>>;
"#;

fn written(release: Release, options: &[(&str, &str)]) -> (String, Vec<String>) {
    let source = isel_source(GENERIC, &NODES.replace("Node<", "SDNode<"));
    let fields = "string SDClass = node; bit IsStrictFP = false; bits<32> TSFlags = 5;";
    let records = read_as(release, &source.replace("string SDClass = node;", fields));
    let run = run(crate::ALL, "gen-sd-node-info", options, &records);
    let said = run.said.list.iter().map(|it| it.message.clone()).collect();
    (run.text_or_error(), said)
}

#[test]
fn nodes() {
    let [(old, said), (new, _)] = [Release::V21, Release::V22].map(|it| written(it, &[]));
    expect![[r##"
        #ifdef GET_SDNODE_ENUM
        #undef GET_SDNODE_ENUM

        namespace llvm::ToyISD {

        enum GenNodeType : unsigned {
          ADD = ISD::BUILTIN_OP_END,
          CALL,
          SUB,
        };

        static constexpr unsigned GENERATED_OPCODE_END = SUB + 1;

        } // namespace llvm::ToyISD

        #endif // GET_SDNODE_ENUM

        #ifdef GET_SDNODE_DESC
        #undef GET_SDNODE_DESC

        namespace llvm {

        #ifdef __GNUC__
        #pragma GCC diagnostic push
        #pragma GCC diagnostic ignored "-Woverlength-strings"
        #endif
        static constexpr char ToySDNodeNamesStorage[] = 
          "\0"
          "ToyISD::ADD\0"
          "ToyISD::CALL\0"
          "ToyISD::SUB\0"
          ;
        #ifdef __GNUC__
        #pragma GCC diagnostic pop
        #endif

        static constexpr llvm::StringTable
        ToySDNodeNames = ToySDNodeNamesStorage;

        static const SDTypeConstraint ToySDTypeConstraints[] = {
          /* 0 */ {SDTCisPtrTy, 0, 0, MVT::INVALID_SIMPLE_VALUE_TYPE}, 
          /* 1 */ {SDTCisVT, 1, 0, MVT::i32}, {SDTCisSameAs, 0, 1, MVT::INVALID_SIMPLE_VALUE_TYPE}, 
        };

        static const SDNodeDesc ToySDNodeDescs[] = {
            {1, 2, 0, 0, 5, 1, 1, 2}, // ADD
            {0, -1, 0|1<<SDNPHasChain|1<<SDNPVariadic, 0, 5, 13, 0, 1}, // CALL
            {1, 2, 0, 0, 5, 26, 0, 0}, // SUB
        };

        static const SDNodeInfo ToyGenSDNodeInfo(
            /*NumOpcodes=*/3, ToySDNodeDescs,
            ToySDNodeNames, ToySDTypeConstraints);

        } // namespace llvm

        #endif // GET_SDNODE_DESC

    "##]]
    .assert_eq(&between(&old, "#ifdef GET_SDNODE_ENUM", ""));
    expect![[r#"
        +
        -static constexpr char ToySDNodeNamesStorage[] = 
        +static constexpr char ToySDNodeNamesStorage[] =
        +static const VTByHwModePair ToyVTByHwModeTable[] = {
        +  /* dummy */ {0, MVT::INVALID_SIMPLE_VALUE_TYPE}
        +};
        +
        -  /* 0 */ {SDTCisPtrTy, 0, 0, MVT::INVALID_SIMPLE_VALUE_TYPE}, 
        -  /* 1 */ {SDTCisVT, 1, 0, MVT::i32}, {SDTCisSameAs, 0, 1, MVT::INVALID_SIMPLE_VALUE_TYPE}, 
        +  /* 0 */ {SDTCisPtrTy, 0, 0, 0, MVT::INVALID_SIMPLE_VALUE_TYPE}, 
        +  /* 1 */ {SDTCisVT, 1, 0, 0, MVT::i32}, {SDTCisSameAs, 0, 1, 0, MVT::INVALID_SIMPLE_VALUE_TYPE}, 
        -    /*NumOpcodes=*/3, ToySDNodeDescs,
        -    ToySDNodeNames, ToySDTypeConstraints);
        +    /*NumOpcodes=*/3, ToySDNodeDescs, ToySDNodeNames,
        +    ToyVTByHwModeTable, ToySDTypeConstraints);
    "#]].assert_eq(&difference(&old, &new));
    expect![[r#"
        skipped node: invalid enum name
        skipped node: incompatible description
        skipped node: incompatible description"#]]
    .assert_eq(&said.join("\n"));
}
