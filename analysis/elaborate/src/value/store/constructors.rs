//! Constructors for values of each kind. An equal value that exists already is returned instead of a new one.

use smallvec::SmallVec;

use super::{Key, SmallNode, ValueStore};
use crate::symbol::Sym;
use crate::value::{
    Anon, ArgKey, BinOp, COMMON_INTS, DagName, Format, Node, Part, TernOp, Ty, UnOp, ValueId,
};

impl ValueStore {
    /// An `int` value.
    pub fn int(&self, value: i64) -> ValueId {
        if (0..COMMON_INTS).contains(&value) {
            return ValueId::common(value as u32);
        }
        self.intern_small(SmallNode::Int(value), Ty::INT)
    }

    /// A string value, printed in quotes.
    pub fn str(&self, text: Sym) -> ValueId {
        let make = || self.add(Node::Str(text), Some(Ty::STRING));
        self.strings.get_or_make(text.index() as u32, make)
    }

    /// The name of an anonymous record before its final resolve, see [`Node::AnonName`].
    pub fn anon_name(&self, anon: Anon) -> ValueId {
        let make = || self.add(Node::AnonName(anon), Some(Ty::STRING));
        self.anon_names.get_or_make(anon.0, make)
    }

    /// The name of an anonymous record after its final resolve: a string value with the single part `anonymous_N`.
    pub fn anon_text(&self, anon: Anon) -> ValueId {
        let node = || Node::Text(Format::Quoted, Box::new([Part::Anonymous(anon)]));
        let make = || self.add(node(), Some(Ty::STRING));
        self.anon_texts.get_or_make(anon.0, make)
    }

    /// A string value whose text is not interned as a symbol yet.
    pub fn string(&self, text: &str) -> ValueId {
        self.str(Sym::new(text))
    }

    /// A string value that was written as code, in `[{` and `}]`.
    pub fn code(&self, text: Sym) -> ValueId {
        self.intern(Node::Code(text), Some(Ty::STRING))
    }

    /// A string value made of `parts`: a plain string if no part is the name of an anonymous record.
    pub fn text(&self, parts: &[Part]) -> ValueId {
        self.text_in(Format::Quoted, parts)
    }

    /// Like [`ValueStore::text`], for a string written in `format`.
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

    /// A `bits` value; `bits` has the least significant bit first.
    pub fn bits(&self, bits: &[ValueId]) -> ValueId {
        let ty = self.bits_ty(bits.len() as u32);
        self.intern_key(Key::Bits(bits), Some(ty))
    }

    /// A list whose element type is `elem`.
    pub fn list(&self, elems: &[ValueId], elem: Ty) -> ValueId {
        self.list_of(elems, self.list_ty(elem))
    }

    /// A list of the list type `ty`.
    pub fn list_of(&self, elems: &[ValueId], ty: Ty) -> ValueId {
        self.intern_key(Key::List(elems), Some(ty))
    }

    /// An unevaluated `!cond`: `elems` are the conditions, followed by the same number of values.
    pub fn cond(&self, elems: &[ValueId], ty: Ty) -> ValueId {
        self.intern_key(Key::Cond(elems), Some(ty))
    }

    /// A reference by name to a field, a template argument or a variable.
    pub fn var(&self, name: Sym, ty: Ty) -> ValueId {
        self.intern_small(SmallNode::Var(name), ty)
    }

    /// The bit with the index `bit` of `v`, a value that is not known yet.
    pub fn var_bit(&self, v: ValueId, bit: u32) -> ValueId {
        self.intern_small(SmallNode::VarBit(v, bit), Ty::BIT)
    }

    /// An unevaluated operator with one operand.
    pub fn un(&self, op: UnOp, v: ValueId, ty: Ty) -> ValueId {
        self.intern_small(SmallNode::Un(op, v), ty)
    }

    /// An unevaluated operator with two operands.
    pub fn bin(&self, op: BinOp, l: ValueId, r: ValueId, ty: Ty) -> ValueId {
        self.intern_small(SmallNode::Bin(op, l, r), ty)
    }

    /// An unevaluated operator with three operands.
    pub fn tern(&self, op: TernOp, l: ValueId, m: ValueId, r: ValueId, ty: Ty) -> ValueId {
        self.intern_small(SmallNode::Tern(op, l, m, r), ty)
    }

    /// A dag with an operator and arguments, each with an optional name. The operands are not checked.
    pub fn dag(
        &self,
        op: ValueId,
        op_name: Option<DagName>,
        args: &[(ValueId, Option<DagName>)],
    ) -> ValueId {
        self.intern_key(Key::Dag(op, op_name, args), Some(Ty::DAG))
    }

    /// A reference to the record with this name.
    pub fn def(&self, name: ValueId, ty: Ty) -> ValueId {
        self.intern_small(SmallNode::Def(name), ty)
    }

    /// An unevaluated instance of `class` with these arguments.
    pub fn instance(&self, class: Sym, args: &[(ArgKey, ValueId)]) -> ValueId {
        self.instance_of(class, args, self.class_ty(class))
    }

    /// Like [`ValueStore::instance`], with the type `ty`.
    pub fn instance_of(&self, class: Sym, args: &[(ArgKey, ValueId)], ty: Ty) -> ValueId {
        self.intern_key(Key::Instance(class, args), Some(ty))
    }
}
