//! Values of each kind, made or found.

use smallvec::SmallVec;

use super::{Key, SmallNode, ValueStore};
use crate::symbol::Sym;
use crate::value::{
    Anon, ArgKey, BinOp, COMMON_INTS, DagName, Format, Node, Part, TernOp, Ty, UnOp, ValueId,
};

impl ValueStore {
    /// A number.
    pub fn int(&self, value: i64) -> ValueId {
        if (0..COMMON_INTS).contains(&value) {
            return ValueId::common(value as u32);
        }
        self.intern_small(SmallNode::Int(value), Ty::INT)
    }

    /// A text.
    pub fn str(&self, text: Sym) -> ValueId {
        let make = || self.add(Node::Str(text), Some(Ty::STRING));
        self.strings.get_or_make(text.index() as u32, make)
    }

    /// The name of an anonymous record before its final resolve.
    pub fn anon_name(&self, anon: Anon) -> ValueId {
        let make = || self.add(Node::AnonName(anon), Some(Ty::STRING));
        self.anon_names.get_or_make(anon.0, make)
    }

    /// The same after it: a text that consists of the number's name.
    pub fn anon_text(&self, anon: Anon) -> ValueId {
        let node = || Node::Text(Format::Quoted, Box::new([Part::Anonymous(anon)]));
        let make = || self.add(node(), Some(Ty::STRING));
        self.anon_texts.get_or_make(anon.0, make)
    }

    /// A text that is not interned yet.
    pub fn string(&self, text: &str) -> ValueId {
        self.str(Sym::new(text))
    }

    /// A text that was written as code.
    pub fn code(&self, text: Sym) -> ValueId {
        self.intern(Node::Code(text), Some(Ty::STRING))
    }

    /// A string made of parts; a plain string if none of them is a number.
    pub fn text(&self, parts: &[Part]) -> ValueId {
        self.text_in(Format::Quoted, parts)
    }

    /// The same in that format.
    pub fn text_in(&self, format: Format, parts: &[Part]) -> ValueId {
        let mut joined: SmallVec<[Part; 8]> = SmallVec::new();
        for run in parts.chunk_by(|a, b| matches!((a, b), (Part::Text(_), Part::Text(_)))) {
            match *run {
                [Part::Text(text)] if text.as_str().is_empty() => {}
                [part] => joined.push(part),
                _ => {
                    let texts = run.iter().map(|part| match part {
                        Part::Text(text) => text.as_str(),
                        Part::Anonymous(_) => "",
                    });
                    let text = texts.collect::<String>();
                    if !text.is_empty() {
                        joined.push(Part::Text(Sym::new(&text)));
                    }
                }
            }
        }
        let plain = match joined[..] {
            [] => Sym::new(""),
            [Part::Text(text)] => text,
            [Part::Anonymous(anon)] if format == Format::Quoted => return self.anon_text(anon),
            _ => return self.intern_key(Key::Text(format, &joined), Some(Ty::STRING)),
        };
        match format {
            Format::Quoted => self.str(plain),
            Format::Code => self.code(plain),
        }
    }

    /// Bits, least significant first.
    pub fn bits(&self, bits: &[ValueId]) -> ValueId {
        let ty = self.bits_ty(bits.len() as u32);
        self.intern_key(Key::Bits(bits), Some(ty))
    }

    /// A list of elements of a type.
    pub fn list(&self, elems: &[ValueId], elem: Ty) -> ValueId {
        self.list_of(elems, self.list_ty(elem))
    }

    /// A list of the given list type.
    pub fn list_of(&self, elems: &[ValueId], ty: Ty) -> ValueId {
        self.intern_key(Key::List(elems), Some(ty))
    }

    /// `!cond`: conditions, followed by the same number of values.
    pub fn cond(&self, elems: &[ValueId], ty: Ty) -> ValueId {
        self.intern_key(Key::Cond(elems), Some(ty))
    }

    /// A reference to a name: a field, a template argument, a variable.
    pub fn var(&self, name: Sym, ty: Ty) -> ValueId {
        self.intern_small(SmallNode::Var(name), ty)
    }

    /// A bit of an unknown value.
    pub fn var_bit(&self, v: ValueId, bit: u32) -> ValueId {
        self.intern_small(SmallNode::VarBit(v, bit), Ty::BIT)
    }

    /// An operator that waits for its operand.
    pub fn un(&self, op: UnOp, v: ValueId, ty: Ty) -> ValueId {
        self.intern_small(SmallNode::Un(op, v), ty)
    }

    /// An operator that waits for its operands.
    pub fn bin(&self, op: BinOp, l: ValueId, r: ValueId, ty: Ty) -> ValueId {
        self.intern_small(SmallNode::Bin(op, l, r), ty)
    }

    /// An operator that waits for its operands.
    pub fn tern(&self, op: TernOp, l: ValueId, m: ValueId, r: ValueId, ty: Ty) -> ValueId {
        self.intern_small(SmallNode::Tern(op, l, m, r), ty)
    }

    /// A dag: an operator with its name, and arguments with theirs. Nothing is checked.
    pub fn dag(
        &self,
        op: ValueId,
        op_name: Option<DagName>,
        args: &[(ValueId, Option<DagName>)],
    ) -> ValueId {
        self.intern_key(Key::Dag(op, op_name, args), Some(Ty::DAG))
    }

    /// A record, by its name.
    pub fn def(&self, name: ValueId, ty: Ty) -> ValueId {
        self.intern_small(SmallNode::Def(name), ty)
    }

    /// An instance of a class, with its arguments.
    pub fn instance(&self, class: Sym, args: &[(ArgKey, ValueId)]) -> ValueId {
        self.instance_of(class, args, self.class_ty(class))
    }

    /// An instance of a class with the given type.
    pub fn instance_of(&self, class: Sym, args: &[(ArgKey, ValueId)], ty: Ty) -> ValueId {
        self.intern_key(Key::Instance(class, args), Some(ty))
    }
}
