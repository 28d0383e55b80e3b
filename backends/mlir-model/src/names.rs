//! C++ names of the entities of a dialect.

pub use formats::cpp::camel_case;

/// Converts a name from camel case to snake case: words are separated by `_`, and all letters become lower-case.
pub fn snake_case(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let is = |at: usize, kind: fn(&char) -> bool| letters.get(at).is_some_and(kind);
    let mut snake = String::with_capacity(name.len());
    for (at, letter) in letters.iter().enumerate() {
        snake.push(letter.to_ascii_lowercase());
        // In a run of capitals before a lower-case letter, the last capital starts a new word.
        let ends_run = is(at, char::is_ascii_uppercase)
            && is(at + 1, char::is_ascii_uppercase)
            && is(at + 2, char::is_ascii_lowercase);
        let ends_word = (letter.is_ascii_lowercase() || letter.is_ascii_digit())
            && is(at + 1, char::is_ascii_uppercase);
        if ends_run || ends_word {
            snake.push('_');
        }
    }
    snake
}

/// The name of the getter for the entity `name`: `getMyName` for `my_name`.
pub fn getter(name: &str) -> String {
    format!("get{}", camel_case(name, true))
}

/// The name of the setter for the entity `name`: `setMyName` for `my_name`.
pub fn setter(name: &str) -> String {
    format!("set{}", camel_case(name, true))
}

/// The name of the method that removes the entity `name`: `removeMyName` for `my_name`.
pub fn remover(name: &str) -> String {
    format!("remove{}", camel_case(name, true))
}

/// A name, qualified with a namespace, which may be empty.
pub fn qualified(namespace: &str, name: &str) -> String {
    if namespace.is_empty() {
        name.to_owned()
    } else {
        [namespace, "::", name].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::{camel_case, snake_case};

    #[test]
    fn snake_case_as_camel_case() {
        for (name, want) in [
            ("operand_segment_sizes", "OperandSegmentSizes"),
            ("x", "X"),
            ("_x", "_x"),
            ("a__b_1_C_", "A_B_1_C_"),
            ("", ""),
        ] {
            assert_eq!(camel_case(name, true), want);
        }
        assert_eq!(camel_case("my_name", false), "myName");
    }

    #[test]
    fn camel_case_as_snake_case() {
        for (name, want) in [
            ("OPName", "op_name"),
            ("BuiltIn", "built_in"),
            ("FPFastMathMode", "fp_fast_math_mode"),
            ("Dim2D", "dim2_d"),
            ("", ""),
        ] {
            assert_eq!(snake_case(name), want);
        }
    }
}
