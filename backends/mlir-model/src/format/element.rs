//! The elements that formats consist of.

/// An element of a format. `T` is the type of elements that only one kind of format has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Element<T> {
    /// A keyword or punctuation.
    Literal(String),
    /// White space, which is printed but not parsed.
    Space(Space),
    /// A string of C++ that is passed to a custom parser and printer.
    Text(String),
    /// `custom`: a call of a parser and printer written by hand.
    Custom(Custom<T>),
    /// An optional group.
    Group(Group<T>),
    /// A variable, or a directive other than `custom`.
    Own(T),
}

/// White space, which is printed but not parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// No white space, where there would be a space otherwise.
    None,
    /// A space.
    Blank,
    /// A line break.
    Line,
}

impl Space {
    /// The white space.
    pub fn text(self) -> &'static str {
        match self {
            Space::None => "",
            Space::Blank => " ",
            Space::Line => "\n",
        }
    }
}

/// A call of a parser and a printer written by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Custom<T> {
    /// The name of the functions, without the prefixes `parse` and `print`.
    pub name: String,
    /// The arguments of the functions.
    pub arguments: Vec<Element<T>>,
}

/// An optional group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group<T> {
    /// The elements of the first branch. The branch is used if the anchor is present. If `is_inverted`, the branch is
    /// instead used if the anchor is absent.
    pub then: Vec<Element<T>>,
    /// The elements of the branch after the colon.
    pub otherwise: Vec<Element<T>>,
    /// The index of the anchor in its branch: `then`, or `otherwise` if `is_inverted`.
    pub anchor: usize,
    /// Whether the anchor is in the branch after the colon.
    pub is_inverted: bool,
}

impl<T> Group<T> {
    /// The anchor: the element whose presence selects the branch.
    pub fn anchor(&self) -> &Element<T> {
        if self.is_inverted {
            &self.otherwise[self.anchor]
        } else {
            &self.then[self.anchor]
        }
    }
}

/// The elements without leading white space.
pub fn parsable<T>(elements: &[Element<T>]) -> &[Element<T>] {
    let is_space = |it: &Element<T>| matches!(it, Element::Space(_));
    let first = elements.iter().position(|it| !is_space(it));
    &elements[first.unwrap_or(elements.len())..]
}
