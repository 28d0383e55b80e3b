use backend::{Context, Models, Options};
use backend_testing::read;

/// The number of sorted options that are named `a`, `b` and so on, or the error.
fn sorted(names: &[&str]) -> Result<usize, String> {
    let mut text =
        "class OptionKind { int Precedence = ?; bit Sentinel = 0; } def Odd : OptionKind;
         class Option<string n> { OptionKind Kind = Odd; list<string> Prefixes = []; string Name = n; }\n"
            .to_owned();
    for (name, def) in names.iter().zip('a'..='z') {
        text += &format!("def {def} : Option<{name}>;\n");
    }
    let records = read(&text);
    let (options, models) = (Options::default(), Models::default());
    let sorted = crate::options::sorted(&Context::new(&records, &options, &models));
    sorted.map(|it| it.len()).map_err(|it| it.message)
}

#[test]
fn precedence_is_read_where_options_tie() {
    assert_eq!(sorted(&["\"x\"", "\"y\""]), Ok(2));
    let error = "Record `Odd', field `Precedence' exists but does not have an int value: ?";
    assert_eq!(sorted(&["\"x\"", "\"x\""]), Err(error.to_owned()));
}

#[test]
fn the_first_key_that_is_compared_is_the_error() {
    let error = |name| format!("Record `{name}' does not have a field named `Name'!\n");
    assert_eq!(sorted(&["?"]), Ok(1));
    assert_eq!(sorted(&["?", "?", "?"]), Err(error("b")));
    assert_eq!(sorted(&["?", "\"x\"", "\"y\""]), Err(error("a")));
}
