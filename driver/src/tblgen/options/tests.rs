use expect_test::{Expect, expect};

use super::*;

fn parse_words(words: &str) -> (Request, String) {
    let args: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
    parse("/usr/bin/llvm-tblgen", &args)
}

fn options(words: &str) -> Options {
    match parse_words(words) {
        (Request::Run(options), errors) if errors.is_empty() => *options,
        other => panic!("{words}: {other:?}"),
    }
}

fn check_fails(words: &str, want: Expect) {
    let (request, errors) = parse_words(words);
    assert_eq!(request, Request::Fail);
    want.assert_eq(&errors);
}

#[test]
fn a_build_rule() {
    expect![[r#"
        Options {
            input: "X86.td",
            output: "X86GenAsmWriter1.inc",
            depfile: Some(
                "x.d",
            ),
            include_dirs: [
                "a",
                "b",
                "c",
                "d",
            ],
            macros: [
                "M",
                "N=1",
            ],
            tool: Some(
                Llvm,
            ),
            backend: Some(
                "gen-asm-writer",
            ),
            write_if_changed: true,
            time_phases: false,
            no_warn_on_unused_template_args: true,
            color: None,
            release: Some(
                V22,
            ),
            tables: None,
            lazy: false,
            external: None,
            memory_limit: None,
            work_limit: None,
            backend_options: Options {
                given: [
                    (
                        "asmwriternum",
                        Number(
                            1,
                        ),
                    ),
                ],
            },
        }
    "#]]
    .assert_debug_eq(&options(
        "-gen-asm-writer -asmwriternum=1 -I a -Ib -I=c --I d -DM -D N=1 --write-if-changed -d x.d \
         -no-warn-on-unused-template-args --compat=22 -o X86GenAsmWriter1.inc X86.td",
    ));
}

#[test]
fn the_last_value_counts() {
    let it =
        options("-o x -o=y -print-records --dump-json -class A -class=B -compat=22 -compat 19");
    assert_eq!(it.output, "y");
    assert_eq!(it.backend.as_deref(), Some("dump-json"));
    let given: Vec<_> = it.backend_options.given().collect();
    assert_eq!(given, [("class", &Value::Text("B".to_owned()))]);
    assert_eq!(it.release, Some(Release::V19));
}

#[test]
fn truth_values() {
    let it = options("-time-phases -write-if-changed=0 --color=false --lazy=True");
    assert!(it.time_phases && !it.write_if_changed && it.lazy);
    assert_eq!(it.color, Some(false));
    check_fails(
        "--time-phases=maybe",
        expect![[r#"
        llvm-tblgen: for the --time-phases option: 'maybe' is invalid value for boolean argument! Try 0 or 1
    "#]],
    );
}

#[test]
fn dashes_end_the_options() {
    assert_eq!(options("").input, "-");
    assert_eq!(options("-").input, "-");
    assert_eq!(options("-- -x.td").input, "-x.td");
}

#[test]
fn values_are_required() {
    check_fails(
        "a.td -o",
        expect![[r#"
        llvm-tblgen: for the -o option: requires a value!
    "#]],
    );
    check_fails(
        "-asmwriternum -I",
        expect![[r#"
        llvm-tblgen: for the --asmwriternum option: '-I' value invalid for uint argument!
    "#]],
    );
    check_fails(
        "--suppress-per-hwmode-duplicates=O7",
        expect![[r#"
        llvm-tblgen: for the --suppress-per-hwmode-duplicates option: Cannot find option named 'O7'!
    "#]],
    );
}

#[test]
fn what_all_programs_of_llvm_take_is_read_and_changes_nothing() {
    let plain = options("a.td");
    let many = options(
        "-stats --stats-json=1 --sort-timers=false --info-output-file=x --rng-seed=0x100000000 a.td",
    );
    assert_eq!((plain.input, plain.output), (many.input, many.output));
    check_fails(
        "--rng-seed=x --stat a.td",
        expect![[r#"
            llvm-tblgen: for the --rng-seed option: 'x' value invalid for ulong argument!
            llvm-tblgen: Unknown command line argument '--stat'.  Try: '/usr/bin/llvm-tblgen --help'
            llvm-tblgen: Did you mean '--stats'?
        "#]],
    );
}

#[test]
fn values_are_refused() {
    check_fails(
        "--print-records=1 --version=1",
        expect![[r#"
        Action to perform: option: does not allow a value! '1' specified.
        llvm-tblgen: for the --version option: does not allow a value! '1' specified.
    "#]],
    );
}

#[test]
fn unknown_options_suggest_a_near_one() {
    check_fails(
        "-print-record --clas=A",
        expect![[r#"
        llvm-tblgen: Unknown command line argument '-print-record'.  Try: '/usr/bin/llvm-tblgen --help'
        llvm-tblgen: Did you mean '--print-records'?
        llvm-tblgen: Unknown command line argument '--clas=A'.  Try: '/usr/bin/llvm-tblgen --help'
        llvm-tblgen: Did you mean '--class=A'?
    "#]],
    );
}

#[test]
fn only_one_file() {
    check_fails(
        "a.td b.td",
        expect![[r#"
        llvm-tblgen: Too many positional arguments specified!
        Can specify at most 1 positional arguments: See: /usr/bin/llvm-tblgen --help
    "#]],
    );
}

#[test]
fn groups_of_letters() {
    check_fails(
        "-ofile",
        expect![[r#"
        llvm-tblgen: for the -o option: may not occur within a group!
        llvm-tblgen: Unknown command line argument '-ofile'.  Try: '/usr/bin/llvm-tblgen --help'
        llvm-tblgen: Did you mean '-o'?
    "#]],
    );
    check_fails(
        "-dumpjson",
        expect![[r#"
            llvm-tblgen: for the -d option: may not occur within a group!
            llvm-tblgen: Unknown command line argument '-dumpjson'.  Try: '/usr/bin/llvm-tblgen --help'
            llvm-tblgen: Did you mean '-d'?
        "#]],
    );
    assert_eq!(parse_words("-hx").0, Request::Help);
}

#[test]
fn help_and_version_act_where_they_stand() {
    assert_eq!(
        parse_words("-o x --version --bogus"),
        (Request::Version, String::new())
    );
    let (request, errors) = parse_words("--bogus --help");
    assert_eq!(request, Request::Help);
    assert!(errors.contains("'--bogus'"));
}

#[test]
fn a_backend_needs_no_entry_in_a_table() {
    for backend in backends::all() {
        let name = backend.name;
        assert_eq!(
            options(&format!("-{name} X.td")).backend.as_deref(),
            Some(name)
        );
        for option in backend.options {
            let value = match option.takes {
                Takes::OneOf(words) => words[0],
                _ => "1",
            };
            let given = options(&format!("-{}={value} X.td", option.name)).backend_options;
            let value = option.takes.read(value).unwrap();
            let given: Vec<_> = given.given().collect();
            assert_eq!(given, [(option.name, &value)]);
        }
    }
}
