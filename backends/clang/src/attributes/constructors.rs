//! The constructors of attribute classes, and the factory functions that call them.

use backend::{Fatal, Output};

use super::argument::{Argument, push_each};
use super::attr_class::AttrClass;
use super::parsed::Late;
use super::spelling::Spelling;

/// A factory function of an attribute class.
#[derive(Clone, Copy)]
struct Factory {
    takes: Takes,
    is_implicit: bool,
    /// Whether the function has an `AttributeCommonInfo` parameter. A function without this parameter creates the
    /// object from the source range and the spelling.
    has_info: bool,
}

/// The arguments for which a factory function has parameters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    All,
    AllButFake,
    /// The unexpanded expressions of all arguments.
    Delayed,
}

impl Factory {
    fn all(class: &AttrClass) -> Vec<Factory> {
        let mut takes = vec![Takes::All];
        if class.args.iter().any(|it| it.is_fake) {
            takes.push(Takes::AllButFake);
        }
        if class.delayed.is_some() {
            takes.push(Takes::Delayed);
        }
        let mut all = Vec::new();
        for takes in takes {
            for (is_implicit, has_info) in
                [(true, true), (false, true), (true, false), (false, false)]
            {
                all.push(Factory {
                    takes,
                    is_implicit,
                    has_info,
                });
            }
        }
        all
    }

    fn args<'c, 'a>(self, class: &'c AttrClass<'a>) -> Vec<&'c Argument<'a>> {
        match self.takes {
            Takes::All => class.args.iter().collect(),
            Takes::AllButFake => class.args.iter().filter(|it| !it.is_fake).collect(),
            Takes::Delayed => class.delayed.iter().collect(),
        }
    }

    fn push_name(self, out: &mut Output) {
        out.push("Create");
        if self.is_implicit {
            out.push("Implicit");
        }
        if self.takes == Takes::Delayed {
            out.push("WithDelayedArgs");
        }
    }

    /// Writes the name of the function, and its parameters except those for the `AttributeCommonInfo`.
    fn push_start(self, class: &AttrClass, out: &mut Output) {
        self.push_name(out);
        out.push("(ASTContext &Ctx");
        push_each(self.args(class), out, Argument::parameters);
    }

    fn declare(self, class: &AttrClass, out: &mut Output) {
        write!(out, "  static {}Attr *", class.name);
        self.push_start(class, out);
        if self.has_info {
            out.push(", const AttributeCommonInfo &CommonInfo");
        } else {
            out.push(", SourceRange Range = {}");
            if class.spellings.len() > 1 {
                write!(out, ", Spelling S = {}", class.semantic.name(0));
            }
        }
        out.push(");\n");
    }

    fn define(self, class: &AttrClass, out: &mut Output) -> Result<(), Fatal> {
        write!(out, "{0}Attr *{0}Attr::", class.name);
        self.push_start(class, out);
        if self.has_info {
            self.push_creation(class, out);
            return Ok(());
        }
        out.push(", SourceRange Range");
        if class.spellings.len() > 1 {
            out.push(", Spelling S");
        }
        out.push(") {\n  AttributeCommonInfo I(Range, NoSemaHandlerAttribute, ");
        push_form(class, out)?;
        out.push(");\n  return ");
        self.push_name(out);
        out.push("(Ctx");
        push_each(self.args(class), out, Argument::parameter_names);
        out.push(", I);\n}\n\n");
        Ok(())
    }

    /// Writes the rest of a function that has an `AttributeCommonInfo` parameter and calls the constructor.
    fn push_creation(self, class: &AttrClass, out: &mut Output) {
        let args = self.args(class);
        write!(
            out,
            ", const AttributeCommonInfo &CommonInfo) {{\n  \
             auto *A = new (Ctx) {}Attr(Ctx, CommonInfo",
            class.name
        );
        if self.takes != Takes::Delayed {
            push_each(args.iter().copied(), out, Argument::parameter_names);
        }
        out.push(");\n");
        if self.is_implicit {
            out.push("  A->setImplicit(true);\n");
        }
        if self.is_implicit || !class.knows_spelling {
            out.push(
                "  if (!A->isAttributeSpellingListCalculated() && !A->getAttrName())
    A->setAttributeSpellingListIndex(0);
",
            );
        }
        if self.takes == Takes::Delayed {
            out.push("  A->setDelayedArgs(Ctx");
            push_each(args.iter().copied(), out, Argument::parameter_names);
            out.push(");\n");
        }
        out.push("  return A;\n}\n\n");
    }
}

pub(super) fn declare_factories(class: &AttrClass, out: &mut Output) {
    for factory in Factory::all(class) {
        factory.declare(class, out);
    }
}

pub(super) fn define_factories(class: &AttrClass, out: &mut Output) -> Result<(), Fatal> {
    for factory in Factory::all(class) {
        factory.define(class, out)?;
    }
    Ok(())
}

/// Writes a C++ expression for the syntactic form of an attribute.
fn push_form(class: &AttrClass, out: &mut Output) -> Result<(), Fatal> {
    let spellings = &class.spellings;
    match &spellings[..] {
        [] => out.push("AttributeCommonInfo::Form::Implicit()"),
        [spelling] => push_form_of(spelling, "0", out)?,
        [first, ..] => {
            out.push("[&]() {\n    switch (S) {\n");
            for (index, name) in class.semantic.unique() {
                write!(
                    out,
                    "    case {name}:\n      return AttributeCommonInfo::Form"
                );
                push_form_of(&spellings[index], name, out)?;
                out.push(";\n");
            }
            out.push(
                "    default:
      llvm_unreachable(\"Unknown attribute spelling!\");
      return AttributeCommonInfo::Form",
            );
            push_form_of(first, "0", out)?;
            out.push(";\n    }\n  }()");
        }
    }
    Ok(())
}

fn push_form_of(spelling: &Spelling, index: &str, out: &mut Output) -> Result<(), Fatal> {
    let is_alignas = spelling.variety == "Keyword" && spelling.name == "alignas";
    let is_regular = spelling.is_regular_keyword()?;
    write!(
        out,
        "{{AttributeCommonInfo::AS_{}, {index}, {is_alignas} /*IsAlignas*/, \
         {is_regular} /*IsRegularKeywordAttribute*/}}",
        spelling.variety
    );
    Ok(())
}

/// The kinds of arguments for which a constructor has parameters.
#[derive(Clone, Copy)]
struct Constructor {
    optional: bool,
    fake: bool,
    others: bool,
}

impl Constructor {
    fn all(class: &AttrClass) -> Vec<Constructor> {
        // The `clone` function calls this constructor.
        let mut all = vec![Constructor {
            optional: true,
            fake: true,
            others: true,
        }];
        let args = &class.args;
        if args.iter().any(|it| it.is_fake) {
            all.push(Constructor {
                optional: true,
                fake: false,
                others: true,
            });
        }
        if args.iter().any(|it| !it.is_fake && it.head.is_optional) {
            all.push(Constructor {
                optional: false,
                fake: false,
                others: true,
            });
        }
        let has_required = args.iter().any(|it| !it.is_fake && !it.head.is_optional);
        if class.delayed.is_some() && has_required {
            all.push(Constructor {
                optional: false,
                fake: false,
                others: false,
            });
        }
        all
    }

    fn takes(self, arg: &Argument) -> bool {
        match (arg.is_fake, arg.head.is_optional) {
            (true, _) => self.fake,
            (false, true) => self.optional,
            (false, false) => self.others,
        }
    }

    fn push_start(self, class: &AttrClass, out: &mut Output) {
        writeln!(
            out,
            "{}Attr(ASTContext &Ctx, const AttributeCommonInfo &CommonInfo",
            class.name
        );
        for arg in class.args.iter().filter(|it| self.takes(it)) {
            out.push("              , ");
            arg.parameters(out);
            out.push("\n");
        }
        out.push("             )");
    }

    fn define(self, class: &AttrClass, out: &mut Output) -> Result<(), Fatal> {
        let AttrClass {
            attr, name, base, ..
        } = class;
        write!(out, "{name}Attr::");
        self.push_start(class, out);
        let is_late = Late::read(*attr)? != Late::Never;
        write!(
            out,
            "\n  : {base}(Ctx, CommonInfo, attr::{name}, /*IsLateParsed=*/{is_late}"
        );
        if class.is_inheritable {
            write!(out, ", {}", attr.bit("InheritEvenIfAlreadyPresent")?);
        }
        out.push(")\n");
        for arg in class.args.iter().chain(&class.delayed) {
            let is_delayed = class
                .delayed
                .as_ref()
                .is_some_and(|it| std::ptr::eq(it, arg));
            out.push("              , ");
            if !is_delayed && self.takes(arg) {
                arg.initializers(out)
            } else {
                arg.default_initializers(out)
            }
            out.push("\n");
        }
        out.push("  {\n");
        for arg in class.args.iter().filter(|it| self.takes(it)) {
            arg.constructor_body(out);
        }
        out.push("}\n\n");
        Ok(())
    }
}

pub(super) fn declare(class: &AttrClass, out: &mut Output) {
    for constructor in Constructor::all(class) {
        out.push("  ");
        constructor.push_start(class, out);
        out.push(";\n");
    }
}

pub(super) fn define(class: &AttrClass, out: &mut Output) -> Result<(), Fatal> {
    for constructor in Constructor::all(class) {
        constructor.define(class, out)?;
    }
    Ok(())
}
