//! Ids: indices with a separate type for each kind of thing.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use elaborate::work::spend;

/// An index into an [`Arena`] or another list, with a separate type for each kind of element.
pub trait Id: Copy + Eq {
    /// The id of the element at an index.
    fn from_index(index: usize) -> Self;
    /// The index of the element.
    fn index(self) -> usize;
}

/// Declares a type of ids:
///
/// ```ignore
/// id! {
///     /// The id of a register.
///     pub struct RegisterId;
/// }
/// ```
#[macro_export]
macro_rules! id {
    ($($(#[$doc:meta])* $vis:vis struct $name:ident;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
            $vis struct $name(pub u32);

            impl $crate::ids::Id for $name {
                #[inline(always)]
                fn from_index(index: usize) -> Self {
                    $name(index as u32)
                }

                #[inline(always)]
                fn index(self) -> usize {
                    self.0 as usize
                }
            }
        )*
    };
}

/// A list of elements that are accessed by their ids.
#[derive(Clone, PartialEq, Eq)]
pub struct Arena<I, T> {
    things: Vec<T>,
    id: PhantomData<fn(I) -> I>,
}

impl<I: Id, T> Arena<I, T> {
    /// An empty arena.
    pub fn new() -> Arena<I, T> {
        Arena::from(Vec::new())
    }

    /// Adds an element at the end and returns its id.
    pub fn push(&mut self, thing: T) -> I {
        spend(1);
        self.things.push(thing);
        I::from_index(self.things.len() - 1)
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.things.len()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.things.is_empty()
    }

    /// The ids of all elements, in ascending order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.things.len()).map(I::from_index)
    }

    /// The elements in the order of their ids.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.things.iter()
    }

    /// Mutable references to the elements in the order of their ids.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.things.iter_mut()
    }

    /// The elements in the order of their ids, each with its id.
    pub fn with_ids(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        let things = self.things.iter().enumerate();
        things.map(|(index, it)| (I::from_index(index), it))
    }

    /// The elements in the order of their ids, as a vector.
    pub fn into_vec(self) -> Vec<T> {
        self.things
    }
}

impl<I: Id, T> Default for Arena<I, T> {
    fn default() -> Self {
        Arena::new()
    }
}

impl<I, T> From<Vec<T>> for Arena<I, T> {
    fn from(things: Vec<T>) -> Self {
        Arena {
            things,
            id: PhantomData,
        }
    }
}

impl<I: Id, T> FromIterator<T> for Arena<I, T> {
    fn from_iter<A: IntoIterator<Item = T>>(things: A) -> Self {
        Arena::from(Vec::from_iter(things))
    }
}

impl<I: Id, T> Index<I> for Arena<I, T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, id: I) -> &T {
        &self.things[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for Arena<I, T> {
    #[inline(always)]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.things[id.index()]
    }
}

impl<I, T: fmt::Debug> fmt::Debug for Arena<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.things).finish()
    }
}
