use std::convert::Infallible;

use super::*;

fn free(_: usize) -> Result<(), Infallible> {
    Ok(())
}

fn read(pattern: &str) -> Result<Ere, Error> {
    Ere::new(pattern.as_bytes(), free)
}

#[track_caller]
fn check(pattern: &str, matching: &[&str], others: &[&str]) {
    let mut ere = read(pattern).expect("a pattern");
    let mut is_match = |text: &&str| ere.is_match(text.as_bytes(), free).expect("few ways");
    for text in matching {
        assert!(is_match(text), "{pattern} {text}");
    }
    for text in others {
        assert!(!is_match(text), "{pattern} {text}");
    }
}

#[test]
fn matches_are_of_any_part() {
    check("b+c", &["abbc", "bcd"], &["", "ac", "cb"]);
    check("^(a|bc)$", &["a", "bc"], &["ab", "xa", "bcc"]);
    check("^a|b", &["ax", "xb"], &["xa"]);
    check("^(x?y){2,3}$", &["yxy", "yyy"], &["xy", "yyyy", "x"]);
    check("^(a{2})$", &["aa"], &["a", "aaa"]);
    check("^(a{0,3}|b{1,}c{255})$", &["", "aaa"], &["aaaa", "bc"]);
    check("^(()b)", &["b"], &["a"]);
}

#[test]
fn what_other_dialects_mean_by_it_is_text() {
    check(r"^\d\w\b$", &["dwb"], &["1a"]);
    check(r"(?i)a".trim_start_matches("(?i)"), &["a"], &["A"]);
    check("a{,2}b", &["a{,2}b"], &["aab"]);
    check(r"a\{\n", &["a{n"], &["a{\n"]);
    check("^.$", &["\n", "a"], &["", "é"]);
}

#[test]
fn brackets() {
    check("^([0-9]+[^]a-])$", &["1b", "12^"], &["1a", "1]", "1-", "b"]);
    check("^([[:upper:]_]*)$", &["", "AB_"], &["a"]);
    check("^([]x])$", &["]", "x"], &["y"]);
    check("^([a\\])$", &["a", "\\"], &["]"]);
    check(
        "^[[.a.]-c[=x=][.hyphen.]]$",
        &["a", "b", "x", "-"],
        &["d", "."],
    );
    check("^[[.NUL.]-[.space.]]$", &["\0", "\t"], &["!"]);
    check("^[é]{2}$", &["é"], &["e"]);
}

#[test]
fn references() {
    check(r"^(a|b)\1$", &["aa", "bb"], &["ab", "aaa"]);
    check(r"(.)(.)\2\1", &["abba", "xabbay"], &["abab"]);
    check(r"^(a*)b\1c", &["bc", "aabaac"], &["aabac"]);
    check(r"(a)|b\1", &["a"], &["b", "bb"]);
    check(r"^((a)|b)*\2$", &["abaa", "aba"], &["ab"]);
}

#[test]
fn habits_of_the_library() {
    // An anchor directly after an anchor is passed if the pattern has that many anchors.
    check("(^)(^)a", &["a"], &["ba"]);
    check("(^){2}a", &[], &["a"]);
    check("[[:<:]][[:<:]]a", &[], &["a"]);
    check("[[:<:]]^a", &[], &["a"]);
    // A strip that is longer than a word has no such habit.
    let long = "x|".repeat(20);
    check(&format!("{long}(^){{2}}a"), &["a"], &["ba"]);
    // At the end of a text a reference to a group that never matched succeeds nevertheless.
    check(r"(a*){0}\1", &["", "b"], &[]);
    // A copy of a dropped group that another one has been written over.
    assert_eq!(read(r"(x(a|b)y){0}z*\1").err(), Some(Error::Invalid));
}

#[test]
fn words() {
    check("[[:<:]]ab[[:>:]]", &["ab", "x ab", "ab,"], &["xab", "ab_"]);
    check("a[[:>:]]$", &[], &["a"]);
    check("a$[[:>:]]", &["a"], &["a b"]);
    check(r"[[:<:]](a)\1[[:>:]]", &["x aa y"], &["xaa", "aax"]);
}

#[test]
fn what_is_no_pattern() {
    for pattern in [
        "",
        "a|",
        "|x",
        "(|a)",
        "a**",
        "*a",
        "^*",
        "(a",
        "a)",
        "[a",
        "[b-a]",
        "a{2,1}",
        "a{256}",
        "\\",
        r"\1",
        r"(a\1)",
        "(?i)a",
        "a{2",
        "{1",
        "a{1}{2}",
        "b{0}",
        "[[:word:]]",
        "[[.aa.]]",
        "[[=]=]]",
        "[--a]",
    ] {
        assert_eq!(read(pattern).err(), Some(Error::Invalid), "{pattern}");
    }
}

#[test]
fn more_states_than_are_kept() {
    let mut ere = read("^((a|b)*a(a|b){12})$").expect("a pattern");
    let mut random = Random(1);
    for len in (0_usize..60).cycle().take(4000) {
        let text: String = (0..len).map(|_| *random.choose(&['a', 'b'])).collect();
        let at = len.checked_sub(13).map(|at| &text[at..]);
        let wanted = at.is_some_and(|it| it.starts_with('a'));
        let is_match = ere.is_match(text.as_bytes(), free).expect("no references");
        assert_eq!(is_match, wanted, "{text}");
    }
}

#[test]
fn states_are_those_of_the_library() {
    let parts = [
        "a", "b", ".", "[^a]", "^", "$", "(^)", "[[:<:]]", "[[:>:]]", "(a|b)", "(a*|^b)", "(b|$)",
        "x{2,3}", "(^a)?", "(a+)*", "_", "{40,}", "{2}",
    ];
    let mut random = Random(7);
    let mut count = 0;
    while count < 3000 {
        let pattern: String = (0..1 + random.below(5))
            .map(|_| *random.choose(&parts))
            .collect();
        let Ok(mut ere) = read(&pattern) else {
            continue;
        };
        count += 1;
        for _ in 0..8 {
            let len = random.below(5);
            let text: String = (0..len)
                .map(|_| *random.choose(&['a', 'b', 'x', ' ']))
                .collect();
            let wanted = tries::may_match(&ere.strip, text.as_bytes(), &mut free);
            let is_match = ere.is_match(text.as_bytes(), free);
            assert_eq!(is_match, wanted, "{pattern} {text:?}");
        }
    }
}

#[test]
fn work_is_paid_for() {
    let cases = [
        (
            r"^(([ab]*)*)x\1$".to_owned(),
            format!("{}x{}", "ab".repeat(30), "ba".repeat(40)),
        ),
        ("((a{255}){255}){15}".to_owned(), "a".repeat(1 << 18)),
        (
            format!("{}a{}", "(".repeat(1 << 16), ")*".repeat(1 << 16)),
            String::new(),
        ),
    ];
    for (pattern, text) in cases {
        let mut left = 3_000_000_usize;
        let mut pay = |steps| {
            left = left.checked_sub(steps).ok_or(())?;
            Ok(())
        };
        let ere = Ere::new(pattern.as_bytes(), &mut pay);
        let is_match = ere.and_then(|mut it| it.is_match(text.as_bytes(), &mut pay));
        assert_eq!(is_match, Err(Error::Stopped(())), "{pattern:.40}");
    }
}

#[test]
fn size_is_bounded() {
    assert_eq!(
        read("(((a{255}){255}){255}){255}").err(),
        Some(Error::TooLarge)
    );
    let deep = format!("{}a{}", "(".repeat(100_000), ")".repeat(100_000));
    check(&deep, &["a"], &["b"]);
    // Each pass of the loop adds an alternative.
    let mut ere = read(r"^((((((((a))))))))*\1bb$").expect("a pattern");
    let text = "a".repeat(MAX_SIZE / 8) + "bb";
    let is_match = ere.is_match(text.as_bytes(), free);
    assert_eq!(is_match, Err(Error::TooLarge));
}

/// Chance, the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(1);
        (self.0 >> 33) as usize % bound
    }

    fn choose<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}
