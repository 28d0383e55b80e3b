//! Several files in one text, for tests: a line `//- NAME` before each, and `$0` at the cursor.

/// The contents of a text with several files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fixture {
    /// The files' names and texts, in order.
    pub files: Vec<(String, String)>,
    /// The file and the offset of the last `$0`, which is removed from the text.
    pub cursor: Option<(String, usize)>,
}

impl Fixture {
    /// Reads one. Without a name before it the first file is called `unnamed`.
    pub fn read(text: &str, unnamed: &str) -> Fixture {
        let mut fixture = Fixture::default();
        let files = &mut fixture.files;
        for line in text.split_inclusive('\n') {
            match (line.strip_prefix("//- "), files.last_mut()) {
                (Some(name), _) => files.push((name.trim_end().to_owned(), String::new())),
                (None, Some((_, body))) => body.push_str(line),
                (None, None) => files.push((unnamed.to_owned(), line.to_owned())),
            }
        }
        for (name, text) in files {
            if let Some(at) = text.find("$0") {
                text.replace_range(at..at + 2, "");
                fixture.cursor = Some((name.clone(), at));
            }
        }
        fixture
    }
}
