//! Random programs: classes with template arguments and superclasses, instances in operators in instances, loops,
//! conditions, assertions, and records of them. Most are valid; operators may still fail (a division by zero, a missing
//! element), and then all readers must report the same error.

use std::fmt::Write;

use crate::random::Random;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Type {
    Bit,
    Int,
    Text,
    Ints,
    Texts,
    /// A record of the class with this number.
    Record(usize),
}

struct Class {
    parent: Option<usize>,
    args: Vec<Type>,
    /// The number of required arguments.
    needed: usize,
    /// Its own fields and those of its superclasses.
    fields: Vec<(String, Type)>,
}

struct Program {
    random: Random,
    text: String,
    classes: Vec<Class>,
    /// Records with their classes, which values may look up by name.
    defs: Vec<(String, usize)>,
    /// Names that may be mentioned, the newest last.
    scope: Vec<(String, Type)>,
    /// The number of names given so far.
    names: usize,
}

/// The greatest nesting depth of operators.
const DEPTH: usize = 3;

/// A program, the same for the same seed.
pub fn program(seed: u64) -> String {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let (classes, defs) = (2 + random.below(4), 2 + random.below(4));
    let mut program = Program {
        random,
        text: String::new(),
        classes: Vec::new(),
        defs: Vec::new(),
        scope: Vec::new(),
        names: 0,
    };
    for _ in 0..classes {
        program.class();
        if program.random.one_in(3) {
            program.def();
        }
    }
    for _ in 0..defs {
        match program.random.below(6) {
            0 => program.foreach(),
            1 => program.multiclass(),
            _ => program.def(),
        }
    }
    program.text
}

impl Program {
    fn name(&mut self, kind: &str) -> String {
        self.names += 1;
        format!("{kind}{}", self.names)
    }

    fn push(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing into a string does not fail.
        let _ = self.text.write_fmt(line);
        self.text.push('\n');
    }

    fn ty(&mut self) -> Type {
        let types = [
            Type::Bit,
            Type::Int,
            Type::Int,
            Type::Text,
            Type::Ints,
            Type::Texts,
        ];
        if !self.classes.is_empty() && self.random.one_in(7) {
            return Type::Record(self.random.below(self.classes.len()));
        }
        *self.random.choose(&types)
    }

    fn class(&mut self) {
        let number = self.classes.len();
        let mut args = Vec::new();
        let mut declared = Vec::new();
        let mut needed = 0;
        for index in 0..self.random.below(4) {
            let ty = self.ty();
            let name = self.name("a");
            let mut declaration = format!("{} {name}", self.spelled(ty));
            if self.random.one_in(4) {
                // A condition is no default for LLVM 19, see `docs/compat.md`.
                let value = self.value(ty, 2);
                let value = if value.contains("!cond") {
                    self.literal(ty)
                } else {
                    value
                };
                declaration = format!("{declaration} = {value}");
            } else {
                needed = index + 1;
            }
            declared.push(declaration);
            self.scope.push((name, ty));
            args.push(ty);
        }
        let parent = (number > 0 && self.random.one_in(3)).then(|| self.random.below(number));
        let parent_text = match parent {
            Some(parent) => format!(" : {}", self.instance(parent, 1)),
            None => String::new(),
        };
        let declared = if declared.is_empty() {
            String::new()
        } else {
            format!("<{}>", declared.join(", "))
        };
        self.push(format_args!("class C{number}{declared}{parent_text} {{"));
        let mut fields = Vec::new();
        if let Some(parent) = parent {
            fields.extend_from_slice(&self.classes[parent].fields);
            self.lets(&fields);
            self.scope.extend_from_slice(&fields);
        }
        for _ in 0..1 + self.random.below(4) {
            self.body_item(&mut fields);
        }
        self.push(format_args!("}}"));
        self.scope.clear();
        self.classes.push(Class {
            parent,
            args,
            needed,
            fields,
        });
    }

    /// A field, or another item of a body.
    fn body_item(&mut self, fields: &mut Vec<(String, Type)>) {
        let ty = self.ty();
        let value = self.value(ty, DEPTH);
        let spelled = self.spelled(ty);
        match self.random.below(24) {
            0 | 1 => {
                let name = self.name("v");
                self.push(format_args!("  defvar {name} = {value};"));
                self.scope.push((name, ty));
            }
            2 => {
                let (number, message) = (self.value(Type::Int, 2), self.value(Type::Text, 1));
                self.push(format_args!("  assert !ne({number}, 5), {message};"));
            }
            kind => {
                let name = self.name("f");
                let value = match kind {
                    3 => String::new(),
                    _ => format!(" = {value}"),
                };
                self.push(format_args!("  {spelled} {name}{value};"));
                self.scope.push((name.clone(), ty));
                fields.push((name, ty));
            }
        }
    }

    /// Other values for some of the fields, which rarely mention other fields: a value that mentions itself is an
    /// error.
    fn lets(&mut self, fields: &[(String, Type)]) {
        for (name, ty) in fields {
            if self.random.one_in(4) {
                let before = self.scope.len();
                if self.random.one_in(16) {
                    self.scope.extend_from_slice(fields);
                }
                let value = self.value(*ty, 2);
                self.scope.truncate(before);
                self.push(format_args!("  let {name} = {value};"));
            }
        }
    }

    fn def(&mut self) {
        let name = self.name("d");
        let class = self.def_named(&name);
        self.defs.push((name, class));
    }

    /// Gives the class.
    fn def_named(&mut self, name: &str) -> usize {
        let before = self.scope.len();
        let class = self.random.below(self.classes.len());
        let parent = self.instance(class, 2);
        self.push(format_args!("def {name} : {parent} {{"));
        let mut fields = self.classes[class].fields.clone();
        self.lets(&fields);
        self.scope.extend_from_slice(&fields);
        for _ in 0..self.random.below(3) {
            self.body_item(&mut fields);
        }
        self.push(format_args!("}}"));
        self.scope.truncate(before);
        class
    }

    fn foreach(&mut self) {
        let (var, name) = (self.name("i"), self.name("d"));
        self.push(format_args!("foreach {var} = [0, 1, 3] in {{"));
        self.scope.push((var.clone(), Type::Int));
        self.def_named(&format!("{name}_#{var}"));
        self.scope.pop();
        self.push(format_args!("}}"));
    }

    fn multiclass(&mut self) {
        let (multiclass, ty) = (self.name("M"), self.ty());
        let arg = self.name("a");
        let spelled = self.spelled(ty);
        self.push(format_args!("multiclass {multiclass}<{spelled} {arg}> {{"));
        self.scope.push((arg, ty));
        for _ in 0..1 + self.random.below(2) {
            let suffix = self.name("_");
            self.def_named(&suffix);
        }
        self.scope.pop();
        self.push(format_args!("}}"));
        for _ in 0..1 + self.random.below(2) {
            let (name, value) = (self.name("m"), self.value(ty, 2));
            self.push(format_args!("defm {name} : {multiclass}<{value}>;"));
        }
    }

    fn spelled(&self, ty: Type) -> String {
        match ty {
            Type::Bit => "bit".to_owned(),
            Type::Int => "int".to_owned(),
            Type::Text => "string".to_owned(),
            Type::Ints => "list<int>".to_owned(),
            Type::Texts => "list<string>".to_owned(),
            Type::Record(class) => format!("C{class}"),
        }
    }

    fn instance(&mut self, class: usize, depth: usize) -> String {
        let Class { args, needed, .. } = &self.classes[class];
        let (types, needed) = (args.clone(), *needed);
        let given = needed + self.random.below(types.len() - needed + 1);
        let types = types.into_iter().take(given);
        let args: Vec<String> = types.map(|ty| self.value(ty, depth)).collect();
        format!("C{class}<{}>", args.join(", "))
    }

    /// A value of a type, with operators up to a depth.
    fn value(&mut self, ty: Type, depth: usize) -> String {
        if self.random.below(5) < 2
            && let Some(name) = self.mentioned(ty)
        {
            return name;
        }
        if let Type::Record(class) = ty {
            return self.record(class, depth.saturating_sub(1));
        }
        if depth == 0 {
            return self.literal(ty);
        }
        if ty == Type::Int
            && self.random.one_in(8)
            && let Some(list) = self.mentioned(Type::Ints)
        {
            return format!("{list}[{}]", self.value(ty, depth - 1));
        }
        let depth = depth - 1;
        match self.random.below(10) {
            0 | 1 => {
                let cond = self.value(Type::Bit, depth);
                let (then, otherwise) = (self.value(ty, depth), self.value(ty, depth));
                format!("!if({cond}, {then}, {otherwise})")
            }
            2 | 3 => self
                .field_of_instance(ty, depth)
                .unwrap_or_else(|| self.literal(ty)),
            // Bits are operators of other types here, which are not implicitly converted.
            4 | 5 if ty == Type::Bit => self.operator(ty, depth),
            4 => {
                let (one, two) = (self.value(Type::Bit, depth), self.value(Type::Bit, depth));
                let (a, b, c) = (
                    self.value(ty, depth),
                    self.value(ty, depth),
                    self.value(ty, depth),
                );
                format!("!cond({one}: {a}, {two}: {b}, true: {c})")
            }
            5 => self.fold(ty, depth),
            _ => self.operator(ty, depth),
        }
    }

    /// A record of a class: an instance, one cast from a superclass or subclass, or one looked up by name.
    fn record(&mut self, class: usize, depth: usize) -> String {
        match self.random.below(8) {
            0 => {
                let is_near = |it: &usize| {
                    let (own, other) = (self.classes[class].parent, self.classes[*it].parent);
                    *it == class || own == Some(*it) || other == Some(class)
                };
                let near: Vec<usize> = (0..self.classes.len()).filter(is_near).collect();
                let from = *self.random.choose(&near);
                let value = self.value(Type::Record(from), depth);
                format!("!cast<C{class}>({value})")
            }
            1 if !self.defs.is_empty() => {
                let (name, class_of_it) = self.random.choose(&self.defs).clone();
                if class_of_it == class || self.random.one_in(8) {
                    format!("!cast<C{class}>(\"{name}\")")
                } else {
                    self.instance(class, depth)
                }
            }
            _ => self.instance(class, depth),
        }
    }

    /// A name in scope with a value of this type.
    fn mentioned(&mut self, ty: Type) -> Option<String> {
        let known = self.scope.iter().filter(|it| it.1 == ty);
        let known: Vec<_> = known.map(|it| &it.0).collect();
        (!known.is_empty()).then(|| self.random.choose(&known).to_string())
    }

    fn literal(&mut self, ty: Type) -> String {
        let number = self.random.below(7);
        match ty {
            Type::Bit => ["false", "true"][number % 2].to_owned(),
            Type::Int => number.to_string(),
            Type::Text => format!("\"{}\"", &"abcdefg"[..number]),
            Type::Ints => format!("[{number}, {}]", number / 2),
            Type::Texts => format!("[\"t{number}\", \"\"]"),
            Type::Record(class) => self.instance(class, 0),
        }
    }

    /// A field of this type of an instance of any class.
    fn field_of_instance(&mut self, ty: Type, depth: usize) -> Option<String> {
        let mut found = Vec::new();
        for (number, class) in self.classes.iter().enumerate() {
            let fields = class.fields.iter().filter(|field| field.1 == ty);
            found.extend(fields.map(|field| (number, field.0.clone())));
        }
        if found.is_empty() {
            return None;
        }
        let (class, field) = self.random.choose(&found).clone();
        Some(format!("{}.{field}", self.instance(class, depth)))
    }

    fn fold(&mut self, ty: Type, depth: usize) -> String {
        let (start, list) = (self.value(ty, depth), self.value(Type::Ints, depth));
        let (sum, var) = (self.name("s"), self.name("e"));
        self.scope.push((sum.clone(), ty));
        self.scope.push((var.clone(), Type::Int));
        let body = self.value(ty, depth);
        self.scope.truncate(self.scope.len() - 2);
        format!("!foldl({start}, {list}, {sum}, {var}, {body})")
    }

    fn each(&mut self, operator: &str, (from, to): (Type, Type), depth: usize) -> String {
        let list = match from {
            Type::Int => self.value(Type::Ints, depth),
            _ => self.value(Type::Texts, depth),
        };
        let var = self.name("e");
        self.scope.push((var.clone(), from));
        let body = self.value(to, depth);
        self.scope.pop();
        format!("!{operator}({var}, {list}, {body})")
    }

    fn operator(&mut self, ty: Type, depth: usize) -> String {
        use Type::*;
        let shapes: &[(&str, &[Type])] = match ty {
            Bit => &[
                ("!eq(@, @)", &[Int, Int]),
                ("!lt(@, @)", &[Int, Int]),
                ("!ne(@, @)", &[Text, Text]),
                ("!empty(@)", &[Ints]),
                ("!empty(@)", &[Text]),
                ("!not(@)", &[Bit]),
                ("!cast<bit>(!and(@, 1))", &[Int]),
                ("!ge(!size(@), @)", &[Texts, Int]),
            ],
            Int => &[
                ("!add(@, @)", &[Int, Int]),
                ("!sub(@, @)", &[Int, Int]),
                ("!mul(@, @)", &[Int, Int]),
                ("!xor(@, @)", &[Int, Int]),
                ("!div(@, !add(@, 1))", &[Int, Int]),
                ("!shl(@, !and(@, 7))", &[Int, Int]),
                ("!cast<int>(@)", &[Bit]),
                ("!size(@)", &[Ints]),
                ("!size(@)", &[Text]),
                ("!find(@, @)", &[Text, Text]),
                ("!logtwo(!add(1, @))", &[Int]),
                ("!head(!listconcat([@], @))", &[Int, Ints]),
            ],
            Text => &[
                ("!cast<string>(@)", &[Int]),
                ("!strconcat(@, @)", &[Text, Text]),
                ("@ # @", &[Text, Text]),
                ("!substr(@, 0, !size(@))", &[Text, Ints]),
                ("!subst(\"a\", \"bc\", @)", &[Text]),
                ("!toupper(@)", &[Text]),
                ("!interleave(@, \"-\")", &[Ints]),
                ("!interleave(@, @)", &[Texts, Text]),
            ],
            Ints => &[
                ("[@, @]", &[Int, Int]),
                ("!listconcat(@, @)", &[Ints, Ints]),
                ("!listsplat(@, !and(@, 3))", &[Int, Int]),
                ("!range(@)", &[Int]),
                ("!listremove(@, @)", &[Ints, Ints]),
                ("!tail(!listconcat([@], @))", &[Int, Ints]),
            ],
            Texts => &[
                ("[@, @]", &[Text, Text]),
                ("!listconcat(@, @)", &[Texts, Texts]),
                ("!listsplat(@, !and(@, 3))", &[Text, Int]),
            ],
            Record(_) => &[],
        };
        match (self.random.below(shapes.len() + 3), ty) {
            (0, Ints) => self.each("foreach", (Int, Int), depth),
            (1, Ints) => self.each("foreach", (Text, Int), depth),
            (2, Ints) => self.each("filter", (Int, Bit), depth),
            (0, Texts) => self.each("foreach", (Int, Text), depth),
            (1, Texts) => self.each("foreach", (Text, Text), depth),
            (2, Texts) => self.each("filter", (Text, Bit), depth),
            _ => {
                let (shape, types) = *self.random.choose(shapes);
                let mut operands = types.iter();
                let mut result = String::new();
                for piece in shape.split_inclusive('@') {
                    result.push_str(piece.trim_end_matches('@'));
                    if piece.ends_with('@')
                        && let Some(operand) = operands.next()
                    {
                        result.push_str(&self.value(*operand, depth));
                    }
                }
                result
            }
        }
    }
}
