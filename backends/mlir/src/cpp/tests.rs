use expect_test::expect;

use super::{Access, Class, Half, Indented, Method, Parameter, Qualifiers};

fn method(name: &str, parameters: &[(&str, &str)]) -> Method {
    let parameters = parameters.iter().zip("abc".chars());
    let parameters = parameters
        .map(|((ty, default), name)| Parameter::new(*ty, name.to_string()).with_default(*default));
    Method::new(
        "void",
        name,
        Qualifiers::NONE,
        parameters.collect::<Vec<_>>(),
    )
}

/// Adds a few members to a class.
fn with_members(mut class: Class) -> Class {
    class.add_parent("B");
    class.add_parent_argument("A");
    class.access(Access::Public);
    class.using("B::B");
    class.text("\n    int x;\n      int y;\n", "void f() {\n}\n");
    let inline = Qualifiers::INLINE | Qualifiers::STATIC;
    let get = Method::new("int *", "get", inline, []);
    class
        .add(get)
        .expect("the first")
        .body()
        .push("  return p;");
    let hidden = method("hidden", &[("int", "1"), ("T &", "")]);
    class
        .add(hidden)
        .expect("the first")
        .body()
        .push("\n\n  go();\n   \n");
    class.add_private_field("int", "n");
    let mut constructor = Method::constructor(Qualifiers::INLINE, []);
    constructor.initialize("n", "0");
    class.add_constructor(constructor);
    class.finish();
    class
}

#[test]
fn declarations_and_definitions() {
    let class = with_members(Class::new("A"));
    expect![[r#"
        class A : public B<A> {
        public:
          using B::B;
          int x;
            int y;
          static int *get() {
            return p;
          }

          void hidden(int a = 1, T &b);
          A() : n(0) {}

        private:
          int n;
        };
    "#]]
    .assert_eq(&class.declaration());
    expect![[r#"
        void f() {
        }
        void A::hidden(int a, T &b) {
          go();

        }

    "#]]
    .assert_eq(&class.definitions());
}

#[test]
fn a_half_lacks_the_bodies_of_the_other() {
    let whole = with_members(Class::new("A"));
    let half = |half| with_members(Class::new("A").with_only(half));
    let (declarations, definitions) = (half(Half::Declarations), half(Half::Definitions));
    assert_eq!(declarations.declaration(), whole.declaration());
    assert_eq!(definitions.definitions(), whole.definitions());
    assert!(!declarations.definitions().contains("go();"));
    assert!(!definitions.declaration().contains("return p;"));
}

#[test]
fn formatted_text_is_like_other_text() {
    for text in ["a", " \n", "a\n  \nb\t\n\n ", "\n\na \n", ""] {
        for depth in 0..2 {
            let [mut pushed, mut written] = [(); 2].map(|()| Indented::default());
            for out in [&mut pushed, &mut written] {
                for _ in 0..depth {
                    out.indent();
                }
            }
            for _ in 0..2 {
                pushed.push(text);
                write!(written, "{text}");
            }
            assert_eq!(written.as_text(), pushed.as_text(), "{text:?} at {depth}");
        }
    }
}

#[test]
fn methods_that_others_make_redundant() {
    let mut class = Class::new("A");
    assert!(class.add(method("f", &[("int", "")])).is_some());
    assert!(class.add(method("f", &[("int", "1")])).is_none());
    assert!(class.add(method("g", &[("int", "")])).is_some());
    // The second parameter need not be given: the first method goes.
    assert!(
        class
            .add(method("f", &[("int", ""), ("int", "1")]))
            .is_some()
    );
    assert!(class.add(method("f", &[("int", "")])).is_none());
    assert!(class.add(method("f", &[("bool", "")])).is_some());
    class.finish();
    expect![[r#"
        class A {
        public:
          void g(int a);
          void f(int a, int b = 1);
          void f(bool a);
        };
    "#]]
    .assert_eq(&class.declaration());
}
