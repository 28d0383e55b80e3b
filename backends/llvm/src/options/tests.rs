use backend::{Context, Models, Options};
use backend_testing::read;

#[test]
fn precedence_is_read_where_options_tie() {
    let kinds = "class OptionKind { int Precedence = ?; bit Sentinel = 0; } def Odd : OptionKind;
                 class Option<string n> { OptionKind Kind = Odd; list<string> Prefixes = []; string Name = n; }";
    let options = |names: [&str; 2]| {
        let records = read(&format!(
            "{kinds} def a : Option<\"{}\">; def b : Option<\"{}\">;",
            names[0], names[1]
        ));
        let (options, models) = (Options::default(), Models::default());
        let sorted = crate::options::sorted(&Context::new(&records, &options, &models));
        sorted.map(|it| it.len()).map_err(|it| it.message)
    };
    assert_eq!(options(["x", "y"]), Ok(2));
    let error = "Record `Odd', field `Precedence' exists but does not have an int value: ?";
    assert_eq!(options(["x", "x"]), Err(error.to_owned()));
}
