use backend_testing::{read, run};

#[test]
fn more_than_16_equal_names_change_places() {
    let text = "class RISCVExtensionBitmask<int at> { string Name = \"x\"; int GroupID = 0; int BitPos = at; }
                foreach i = 0...16 in def e#i : RISCVExtensionBitmask<i>;";
    let table = run(crate::ALL, "gen-riscv-target-def", &[], &read(text)).text_or_error();
    let places = table.lines().filter(|it| it.contains("\"x\""));
    let places: Vec<_> = places.filter_map(|it| it.rsplit(' ').next()).collect();
    let places: Vec<_> = places
        .iter()
        .map(|it| it.trim_end_matches("ULL},"))
        .collect();
    assert_eq!(places.join(" "), "8 16 15 14 13 12 11 10 9 0 7 6 5 4 3 2 1");
}
