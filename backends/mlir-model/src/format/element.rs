//! The elements of formats.

/// An element. `T` are the elements that only one kind of formats has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Element<T> {
    /// A keyword or punctuation.
    Literal(String),
    /// White space.
    Space(Space),
    /// A text that is passed to a custom function.
    Text(String),
    /// A call of the author's parser and printer.
    Custom(Custom<T>),
    /// Optional elements.
    Group(Group<T>),
    /// A variable or another directive.
    Own(T),
}

/// White space, which is printed only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// Nothing.
    None,
    /// A blank.
    Blank,
    /// The end of a line.
    Line,
}

/// A call of the author's parser and printer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Custom<T> {
    /// The names of the functions without `parse` and `print`.
    pub name: String,
    /// Their arguments.
    pub arguments: Vec<Element<T>>,
}

/// An optional group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group<T> {
    /// The elements of the first branch.
    pub then: Vec<Element<T>>,
    /// The elements of the second branch, behind the colon.
    pub otherwise: Vec<Element<T>>,
    /// The index of the anchor in its list.
    pub anchor: usize,
    /// Whether the anchor is in the second branch.
    pub is_inverted: bool,
}

impl<T> Group<T> {
    /// The element that decides.
    pub fn anchor(&self) -> &Element<T> {
        if self.is_inverted {
            &self.otherwise[self.anchor]
        } else {
            &self.then[self.anchor]
        }
    }
}

/// The elements behind leading space.
pub fn parsable<T>(elements: &[Element<T>]) -> &[Element<T>] {
    let is_space = |it: &Element<T>| matches!(it, Element::Space(_));
    let first = elements.iter().position(|it| !is_space(it));
    &elements[first.unwrap_or(elements.len())..]
}
