//! What formats are made of.

/// An element; `T` are those that only one kind of formats has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Element<T> {
    /// A keyword or punctuation.
    Literal(String),
    /// What is printed between elements.
    Space(Space),
    /// A text handed to C++.
    Text(String),
    /// What C++ of the author parses and prints.
    Custom(Custom<T>),
    /// Elements that need not be there.
    Group(Group<T>),
    /// A variable or another directive.
    Own(T),
}

/// What is printed between elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// Nothing.
    None,
    /// A blank.
    Blank,
    /// The end of a line.
    Line,
}

/// What C++ of the author parses and prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Custom<T> {
    /// What stands behind `parse` and `print` in the names of the functions.
    pub name: String,
    /// Their arguments.
    pub arguments: Vec<Element<T>>,
}

/// Elements that are written only if the anchor is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group<T> {
    /// What is written if the first condition holds.
    pub then: Vec<Element<T>>,
    /// What is written instead.
    pub otherwise: Vec<Element<T>>,
    /// The index of the anchor in its list.
    pub anchor: usize,
    /// Whether the anchor is among what is written instead.
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
