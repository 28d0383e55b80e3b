//! Typed access to the records of a class, and to records in lists.

use elaborate::value::ValueId;

use crate::{Fatal, Rec};

/// The records in the list `field` of the record `rec`. An error if an element is not a record.
pub fn records_in<'a>(rec: Rec<'a>, field: &str) -> Result<Vec<Rec<'a>>, Fatal> {
    each_record_in(rec, field)?.collect()
}

/// The records in the list `field` of the record `rec`, read one at a time. Each element that is not a record gives an
/// error.
pub fn each_record_in<'a>(
    rec: Rec<'a>,
    field: &str,
) -> Result<impl Iterator<Item = Result<Rec<'a>, Fatal>>, Fatal> {
    let def = move |v: &ValueId| {
        let error = || rec.records().fatal("Expected record in list!".to_owned());
        rec.records().def_of(*v).ok_or_else(error)
    };
    Ok(rec.list(field)?.iter().map(def))
}

/// Declares a view of the records of a class, with a method for each listed field:
///
/// ```ignore
/// record_class! {
///     /// A register.
///     pub struct RegisterDef("Register") {
///         /// Its name in assembly.
///         asm_name: string("AsmName"),
///         aliases: list_of_defs("Aliases"),
///         is_constant: bit("isConstant") since V21 else false,
///     }
/// }
/// ```
///
/// The view is a `Copy` wrapper of a [`Rec`], which it derefs to. `RegisterDef::all(records)` returns all records of
/// the class in the order of `Records::derived`; `def.asm_name()?` reads a field as `Rec::string` does, with its
/// errors. The types are names of methods of `Rec`. If a field exists `since` a release, the value after `else` is
/// returned for earlier releases. A view that is constructed directly does not check the class of its record.
#[macro_export]
macro_rules! record_class {
    ($(#[$doc:meta])* $vis:vis struct $name:ident($class:literal) {
        $(
            $(#[$field_doc:meta])*
            $method:ident: $read:ident($field:literal) $(since $since:ident else $before:expr)?
        ),* $(,)?
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        $vis struct $name<'a>(pub $crate::Rec<'a>);

        #[allow(dead_code)]
        impl<'a> $name<'a> {
            /// The records of the class, sorted by name, where numbers in names are compared by value.
            $vis fn all(records: &'a $crate::Records) -> Result<Vec<Self>, $crate::Fatal> {
                Ok(records.derived($class)?.into_iter().map(Self).collect())
            }

            $(
                $(#[$field_doc])*
                $vis fn $method(self) -> Result<$crate::field_type!($read), $crate::Fatal> {
                    $(if self.0.records().release() < $crate::Release::$since {
                        return Ok($before);
                    })?
                    self.0.$read(elaborate::sym!($field))
                }
            )*
        }

        impl<'a> std::ops::Deref for $name<'a> {
            type Target = $crate::Rec<'a>;

            fn deref(&self) -> &$crate::Rec<'a> {
                &self.0
            }
        }

        impl<'a> From<$name<'a>> for $crate::Rec<'a> {
            fn from(view: $name<'a>) -> $crate::Rec<'a> {
                view.0
            }
        }
    };
}

/// The result type of the method of [`Rec`](crate::Rec) with this name.
#[doc(hidden)]
#[macro_export]
macro_rules! field_type {
    (int) => { i64 };
    (bit) => { bool };
    (bit_or_unset) => { Option<bool> };
    (string) => { std::borrow::Cow<'a, str> };
    (optional_string) => { Option<std::borrow::Cow<'a, str>> };
    (def) => { $crate::Rec<'a> };
    (optional_def) => { Option<$crate::Rec<'a>> };
    (list_of_defs) => { Vec<$crate::Rec<'a>> };
    (list_of_ints) => { Vec<i64> };
    (list_of_strings) => { Vec<std::borrow::Cow<'a, str>> };
    (list) => { &'a [elaborate::value::ValueId] };
    (bits) => { &'a [elaborate::value::ValueId] };
    (value) => { elaborate::value::ValueId };
    (dag) => { $crate::Dag<'a> };
}

/// Declares an enum of classes, to find out the kind of a record once instead of comparing names of classes again and
/// again. `of` returns the first variant whose class the record derives from, in the order of the declaration.
///
/// ```ignore
/// record_kind! {
///     enum Action { Delegate = "CCDelegateTo", Assign = "CCAssignToReg" }
/// }
/// ```
#[macro_export]
macro_rules! record_kind {
    ($(#[$doc:meta])* $vis:vis enum $name:ident { $($(#[$kind_doc:meta])* $kind:ident = $class:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        $vis enum $name { $($(#[$kind_doc])* $kind),* }

        impl $name {
            /// The kind of a record; `None` if it derives from none of the classes.
            $vis fn of(rec: $crate::Rec) -> Option<$name> {
                $(if rec.is_a(elaborate::sym!($class)) {
                    return Some($name::$kind);
                })*
                None
            }
        }
    };
}

/// Returns an error at a record from the current function: `bail!(rec, "no register {name}")`. If the first argument is
/// a `Records`, the error has no location.
#[macro_export]
macro_rules! bail {
    ($at:expr, $($message:tt)+) => {
        return Err($at.fatal(format!($($message)+)))
    };
}
