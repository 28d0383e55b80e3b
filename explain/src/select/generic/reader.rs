//! Reads generic instructions. They are written as in patterns, `(G_ADD s32:$d, s32:$a, s32:$b)`, as in machine IR,
//! `%d:_(s32) = G_ADD %a, %b`, or in a short form, `G_ADD s32 %a, %b`.

use isel_backends::LowLevelType;
use pattern_model::{Cursor, Misread};

/// The maximum depth of nested instructions.
const MAX_DEPTH: usize = 100;

/// An instruction as written in the text.
pub(super) struct Instruction<'t> {
    pub at: usize,
    pub name: &'t str,
    /// The results before `=`. If the instruction is nested, its first operand, because this is the result that the
    /// enclosing instruction reads. Empty in other forms.
    results: Vec<Operand<'t>>,
    operands: Vec<Operand<'t>>,
    /// The type of all results, if the short form is used.
    ty: Option<LowLevelType>,
}

#[derive(Clone)]
pub(super) enum Operand<'t> {
    Value {
        name: &'t str,
        ty: Option<LowLevelType>,
    },
    Number(i64),
    /// A condition, `eq` in `intpred(eq)`.
    Condition(&'t str),
    /// The name of an intrinsic, `llvm.bswap` in `intrinsic(@llvm.bswap)`.
    Intrinsic(&'t str),
    /// An operand to which no operand of a node corresponds.
    Other,
}

impl<'t> Instruction<'t> {
    /// The operands that the instruction reads, if it has `results` results.
    pub(super) fn uses(&self, results: usize) -> &[Operand<'t>] {
        let skipped = if self.results.is_empty() && self.ty.is_none() {
            results.min(self.operands.len())
        } else {
            0
        };
        &self.operands[skipped..]
    }

    fn result(&self, number: usize) -> Option<&Operand<'t>> {
        if self.results.is_empty() && self.ty.is_none() {
            self.operands.get(number)
        } else {
            self.results.get(number)
        }
    }

    pub(super) fn result_type(&self, number: usize) -> Option<LowLevelType> {
        match self.result(number) {
            Some(Operand::Value { ty, .. }) => ty.or(self.ty),
            _ => self.ty,
        }
    }

    pub(super) fn intrinsic(&self) -> Option<&'t str> {
        self.operands.iter().find_map(|it| match it {
            Operand::Intrinsic(name) => Some(*name),
            _ => None,
        })
    }

    /// Whether the first of `results` is the value with this name.
    pub(super) fn defines(&self, name: &str) -> bool {
        let is_result =
            |it: &Operand| matches!(it, Operand::Value { name: own, .. } if *own == name);
        self.results.first().is_some_and(is_result)
    }

    /// The type that the instruction gives for the value `name`, if any.
    pub(super) fn type_of(&self, name: &str) -> Option<LowLevelType> {
        let mut all = self.results.iter().chain(&self.operands);
        all.find_map(|it| match it {
            Operand::Value { name: own, ty } if *own == name => *ty,
            _ => None,
        })
    }
}

/// Whether the text of a question consists of generic instructions.
pub(crate) fn is_generic(text: &str) -> bool {
    let start = text.trim_start_matches(|it: char| it == '(' || it.is_whitespace());
    start.starts_with("G_") || start.starts_with('%')
}

/// Reads instructions that are on separate lines or separated by `;`. Nested instructions come before the instruction
/// that contains them.
pub(super) fn read(text: &str) -> Result<Vec<Instruction<'_>>, Misread> {
    let whole = Cursor::new(text)?;
    let mut all = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive(['\n', ';']) {
        let body = line.trim_end_matches(['\n', ';']);
        // The memory operand after `::` is not an operand of the node.
        let body = body.split("::").next().unwrap_or(body);
        let end = at + body.trim_end().len();
        let mut reader = Reader {
            cursor: whole.part(at, end),
            all: &mut all,
            nested: 0,
        };
        reader.cursor.skip_blanks();
        if !reader.cursor.rest().is_empty() {
            reader.line()?;
        }
        at += line.len();
    }
    Ok(all)
}

struct Reader<'r, 't> {
    cursor: Cursor<'t>,
    all: &'r mut Vec<Instruction<'t>>,
    nested: usize,
}

impl<'t> Reader<'_, 't> {
    fn line(&mut self) -> Result<(), Misread> {
        if self.cursor.take("(") {
            return self.instruction_in_parentheses().map(|_| ());
        }
        let mut results = Vec::new();
        if self.cursor.rest().starts_with('%') {
            loop {
                results.push(self.operand()?);
                if !self.cursor.take(",") {
                    break;
                }
            }
            self.cursor.expect("=")?;
        }
        self.cursor.skip_blanks();
        let at = self.cursor.at;
        let name = self.cursor.word();
        // Flags come before the name of the instruction.
        let (at, name) = if name.starts_with("G_") {
            (at, name)
        } else {
            self.after_flags()?
        };
        let before = self.cursor.at;
        let mut ty = self.ty()?;
        self.cursor.skip_blanks();
        if !results.is_empty() || self.cursor.rest().starts_with([':', ',']) {
            (self.cursor.at, ty) = (before, None);
        }
        let mut operands = Vec::new();
        self.cursor.skip_blanks();
        while !self.cursor.rest().is_empty() {
            if !operands.is_empty() {
                self.cursor.expect(",")?;
            }
            operands.push(self.operand()?);
            self.cursor.skip_blanks();
        }
        self.all.push(Instruction {
            at,
            name,
            results,
            operands,
            ty,
        });
        Ok(())
    }

    fn after_flags(&mut self) -> Result<(usize, &'t str), Misread> {
        loop {
            self.cursor.skip_blanks();
            let at = self.cursor.at;
            let name = self.cursor.word();
            if name.is_empty() {
                return Err(self.cursor.wrong("expected the name of an instruction"));
            }
            if name.starts_with("G_") {
                return Ok((at, name));
            }
        }
    }

    /// Reads an instruction in parentheses. Returns its first result, which is an operand of the enclosing instruction.
    fn instruction_in_parentheses(&mut self) -> Result<Operand<'t>, Misread> {
        self.nested += 1;
        if self.nested > MAX_DEPTH {
            return Err(self.cursor.wrong("the instruction is too deep"));
        }
        self.cursor.skip_blanks();
        let at = self.cursor.at;
        let name = self.cursor.word();
        if name.is_empty() {
            return Err(self.cursor.wrong("expected the name of an instruction"));
        }
        let mut operands = Vec::new();
        while !self.cursor.take(")") {
            if !operands.is_empty() {
                self.cursor.expect(",")?;
            }
            operands.push(self.operand()?);
        }
        self.nested -= 1;
        let result = operands.first().cloned().unwrap_or(Operand::Other);
        let results = match self.nested {
            0 => Vec::new(),
            // A nested instruction has one result, which is its first operand.
            _ => operands.drain(..1.min(operands.len())).collect(),
        };
        self.all.push(Instruction {
            at,
            name,
            results,
            operands,
            ty: None,
        });
        Ok(result)
    }

    fn operand(&mut self) -> Result<Operand<'t>, Misread> {
        if self.cursor.take("(") {
            return self.instruction_in_parentheses();
        }
        if self.cursor.take("%") {
            return self.register();
        }
        if self.cursor.take("$") {
            let name = self.cursor.word();
            return Ok(Operand::Value { name, ty: None });
        }
        if let Some(ty) = self.ty()? {
            if self.cursor.take(":") {
                self.cursor.expect("$")?;
            } else if !self.cursor.take("%") {
                return self.operand();
            }
            let name = self.cursor.word();
            return Ok(Operand::Value { name, ty: Some(ty) });
        }
        let at = self.cursor.at;
        let word = self.cursor.word();
        if let Ok(number) = word.parse() {
            return Ok(Operand::Number(number));
        }
        match word {
            "" => Err(self.cursor.wrong("expected an operand")),
            // Skips the type of a constant of LLVM's IR.
            _ if word
                .strip_prefix('i')
                .is_some_and(|it| it.parse::<u32>().is_ok()) =>
            {
                self.operand()
            }
            "intpred" | "floatpred" => self.in_parentheses("").map(Operand::Condition),
            "intrinsic" => self.in_parentheses("@").map(Operand::Intrinsic),
            _ if self.cursor.rest().starts_with('.') => Ok(Operand::Other),
            _ => Err(Misread::at(at, format!("'{word}' is not an operand"))),
        }
    }

    fn in_parentheses(&mut self, before: &str) -> Result<&'t str, Misread> {
        self.cursor.expect("(")?;
        self.cursor.expect(before)?;
        let word = self.cursor.word();
        self.cursor.expect(")")?;
        Ok(word)
    }

    /// Reads a register after `%`: `a:gpr(s32)`.
    fn register(&mut self) -> Result<Operand<'t>, Misread> {
        let name = self.cursor.word();
        if name.is_empty() {
            return Err(self.cursor.wrong("expected a name"));
        }
        if self.cursor.take(":") {
            self.cursor.word();
        }
        let mut ty = None;
        if self.cursor.take("(") {
            ty = self.ty()?;
            if ty.is_none() {
                return Err(self.cursor.wrong("expected a type"));
            }
            self.cursor.expect(")")?;
        }
        Ok(Operand::Value { name, ty })
    }

    /// Reads a low-level type, such as `s32`, `p0` or `<4 x s32>`. `None` if no type follows.
    fn ty(&mut self) -> Result<Option<LowLevelType>, Misread> {
        self.cursor.skip_blanks();
        let start = self.cursor.at;
        if self.cursor.take("<") {
            let is_scalable = self.cursor.take("vscale");
            if is_scalable {
                self.cursor.expect("x")?;
            }
            let count = self.cursor.word().parse();
            self.cursor.expect("x")?;
            let element = self.ty()?;
            self.cursor.expect(">")?;
            let (Ok(count), Some(element)) = (count, element) else {
                return Err(Misread::at(start, "this is not a type"));
            };
            return Ok(Some(LowLevelType::Vector {
                is_scalable,
                count,
                element: element.size_in_bits(),
            }));
        }
        let word = self.cursor.word();
        let number = |start| {
            word.strip_prefix(start)
                .and_then(|it: &str| it.parse().ok())
        };
        let ty = if let Some(size) = number('s') {
            Some(LowLevelType::Scalar { size })
        } else {
            number('p').map(|address_space| LowLevelType::Pointer {
                address_space,
                size: 0,
            })
        };
        if ty.is_none() {
            self.cursor.at = start;
        }
        Ok(ty)
    }
}
