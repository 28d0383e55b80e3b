//! The macros that define the types in `nodes.rs`.

/// Defines types for nodes of a single kind. Each line in braces is an accessor: `child` for one child of a type,
/// `children` for all children of a type, or `token` for a token of a kind. The accessor skips as many children of this
/// type, or tokens of this kind, as the number at the line's end says.
macro_rules! nodes {
    ($(
        $(#[$doc:meta])*
        $name:ident $kind:ident {
            $($what:ident $accessor:ident: $of:ident $nth:literal;)*
        }
    )*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name<'t>(Node<'t>);

        impl<'t> AstNode<'t> for $name<'t> {
            #[inline]
            fn can_cast(kind: SyntaxKind) -> bool {
                kind == SyntaxKind::$kind
            }

            #[inline]
            fn cast(node: Node<'t>) -> Option<Self> {
                Self::can_cast(node.kind()).then_some(Self(node))
            }

            #[inline]
            fn node(self) -> Node<'t> {
                self.0
            }
        }

        impl<'t> $name<'t> {
            $(accessor!($what $accessor $of $nth);)*
        }
    )*};
}

macro_rules! accessor {
    (child $name:ident $of:ident $nth:literal) => {
        #[doc = concat!(
                            "The child [`", stringify!($of), "`] in the role `", stringify!($name),
                            "`; `None` if the text lacks it."
                        )]
        #[inline]
        pub fn $name(self) -> Option<$of<'t>> {
            self.0.ast_child($nth)
        }
    };
    (children $name:ident $of:ident $skip:literal) => {
        #[doc = concat!(
                            "The children [`", stringify!($of), "`] in the role `", stringify!($name),
                            "`, in the order of the text."
                        )]
        #[inline]
        pub fn $name(self) -> AstChildren<'t, $of<'t>> {
            self.0.ast_children($skip)
        }
    };
    (token $name:ident $kind:ident $nth:literal) => {
        #[doc = concat!(
                            "The `", stringify!($kind), "` token in the role `", stringify!($name),
                            "`; `None` if the text lacks it."
                        )]
        #[inline]
        pub fn $name(self) -> Option<Token<'t>> {
            self.0.token(SyntaxKind::$kind, $nth)
        }
    };
}

/// Defines types for nodes of several kinds. The name after `|` is another type that this macro defines. The new type
/// includes the kinds of this other type.
macro_rules! choices {
    ($(
        $name:ident {
            $($variant:ident $kind:ident,)*
            $(| $choice:ident,)?
        }
    )*) => {$(
        #[doc = concat!(
            "Any node that the grammar allows as `", stringify!($name), "`."
        )]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name<'t> {
            $(
                #[doc = concat!("A node of kind `", stringify!($kind), "`.")]
                $variant($variant<'t>),
            )*
            $(
                #[doc = concat!("One of the nodes of [`", stringify!($choice), "`].")]
                $choice($choice<'t>),
            )?
        }

        impl<'t> AstNode<'t> for $name<'t> {
            #[inline]
            fn can_cast(kind: SyntaxKind) -> bool {
                matches!(kind, $(SyntaxKind::$kind)|*) $(|| $choice::can_cast(kind))?
            }

            #[inline]
            fn cast(node: Node<'t>) -> Option<Self> {
                match node.kind() {
                    $(SyntaxKind::$kind => Some(Self::$variant($variant(node))),)*
                    $(kind if $choice::can_cast(kind) => $choice::cast(node).map(Self::$choice),)?
                    _ => None,
                }
            }

            #[inline]
            fn node(self) -> Node<'t> {
                match self {
                    $(Self::$variant(it) => it.node(),)*
                    $(Self::$choice(it) => it.node(),)?
                }
            }
        }
    )*};
}
