//! An intrinsic for one choice of types, and its names.

use std::rc::Rc;

use backend::{Fatal, Rec, bail};

use super::changes;
use super::definition::{Class, Definition, ImmCheck};
use super::types::{BaseKind, Type};
use crate::vectors::type_codes;

pub(super) struct Intrinsic<'a> {
    pub def: Rc<Definition<'a>>,
    /// The types of the result and of the parameters, in this order.
    pub types: Vec<Type>,
    /// The index in `types` of the type that an overloaded builtin takes as a number.
    key: usize,
    pub base: Type,
    /// The base type of the parameters. It differs from `base` in reinterpretations.
    in_base: Type,
    /// Whether the header defines the intrinsic as a macro. This is necessary for immediates, which must stay
    /// constants, for pointers, which must keep their alignment, and for half-precision scalars, which cannot be
    /// passed.
    pub is_macro: bool,
    pub checks: Vec<ImmCheck>,
}

/// Adds the intrinsics of the record `rec` to `list`.
pub(super) fn collect<'a>(rec: Rec<'a>, list: &mut Vec<Intrinsic<'a>>) -> Result<(), Fatal> {
    let name = rec.string("Name")?;
    let prototype = rec.string("Prototype")?;
    let types = rec.string("Types")?;
    let operation = rec.def("Operation")?;
    let big_endian_safe = rec.bit("BigEndianSafe")?;
    let arch_guard = rec.string("ArchGuard")?;
    let target_guard = rec.string("TargetGuard")?;
    let unavailable = operation.bit("Unavailable")?;
    let product = rec.string("CartesianProductWith")?;
    let def = Rc::new(Definition {
        rec,
        name,
        class: class_of(rec),
        body: operation.list("Ops")?,
        arch_guard,
        target_guard,
        unavailable,
        big_endian_safe,
    });
    for (out_code, in_code) in code_pairs(rec, &types, &product)? {
        let restricted = changes::restricted(&def, type_of(rec, out_code, ".")?);
        let def = restricted.map_or_else(|| def.clone(), Rc::new);
        list.push(Intrinsic::new(def, &prototype, out_code, in_code)?);
    }
    Ok(())
}

fn class_of(rec: Rec) -> Class {
    match changes::class_name(rec) {
        Some("SInst" | "SOpInst") => Class::Signed,
        Some("IInst" | "IOpInst") => Class::Integer,
        Some("WInst" | "WOpInst") => Class::Width,
        Some("VInst") => Class::Nameless,
        _ => Class::Other,
    }
}

/// The type codes of the result and the parameters of each intrinsic: sorted pairs without duplicates.
fn code_pairs<'t>(
    rec: Rec,
    types: &'t str,
    product: &'t str,
) -> Result<Vec<(&'t str, &'t str)>, Fatal> {
    let mut pairs = Vec::new();
    for code in type_codes(types) {
        if product.is_empty() {
            pairs.push((code, code));
            continue;
        }
        let bits = |code| type_of(rec, code, ".").map(|ty| ty.bits);
        let wanted = bits(code)?;
        for other in type_codes(product) {
            if bits(other)? == wanted && other != code {
                pairs.push((code, other));
            }
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    Ok(pairs)
}

fn type_of(rec: Rec, code: &str, modifiers: &str) -> Result<Type, Fatal> {
    Type::new(code, modifiers).map_err(|message| rec.fatal(message))
}

/// Consumes and returns the modifiers of the next type in `prototype`. They are empty at the end of `prototype`.
fn next_modifiers<'p>(rec: Rec, prototype: &mut &'p str) -> Result<&'p str, Fatal> {
    if let Some(group) = prototype.strip_prefix('(') {
        let Some((modifiers, rest)) = group.split_once(')') else {
            bail!(rec, "unmatched modifier group paren");
        };
        *prototype = rest;
        return Ok(modifiers);
    }
    let length = prototype.chars().next().map_or(0, char::len_utf8);
    let (modifier, rest) = prototype.split_at(length);
    *prototype = rest;
    Ok(modifier)
}

impl<'a> Intrinsic<'a> {
    fn new(
        def: Rc<Definition<'a>>,
        prototype: &str,
        out_code: &str,
        in_code: &str,
    ) -> Result<Intrinsic<'a>, Fatal> {
        let rec = def.rec;
        let base = type_of(rec, out_code, ".")?;
        let in_base = type_of(rec, in_code, ".")?;
        let mut rest = prototype;
        let mut types = vec![type_of(rec, out_code, next_modifiers(rec, &mut rest)?)?];
        let mut key = 0;
        loop {
            let modifiers = next_modifiers(rec, &mut rest)?;
            // An empty group `()` also ends the list.
            if modifiers.is_empty() {
                break;
            }
            if modifiers.contains('!') {
                key = types.len();
            }
            types.push(type_of(rec, in_code, modifiers)?);
        }
        let needs_macro =
            |ty: &Type| ty.immediate || ty.pointer || (ty.is_scalar() && ty.is_half());
        Ok(Intrinsic {
            is_macro: types.iter().any(needs_macro),
            checks: changes::checks(rec, &types)?,
            def,
            types,
            key,
            base,
            in_base,
        })
    }

    pub(super) fn returned(&self) -> Type {
        self.types[0]
    }

    pub(super) fn params(&self) -> &[Type] {
        &self.types[1..]
    }

    pub(super) fn key_type(&self) -> Type {
        self.types[self.key]
    }

    pub(super) fn has_body(&self) -> bool {
        !self.def.body.is_empty()
    }

    /// Whether big-endian code needs no reversal of vectors.
    pub(super) fn is_big_endian_safe(&self) -> bool {
        let one_lane = |ty: &Type| !ty.is_vector() || ty.lanes() <= 1;
        self.def.big_endian_safe || self.types.iter().all(one_lane)
    }

    /// Whether a type of the signature is a scalar that is not an immediate. If so, the builtin is not overloaded.
    pub(super) fn has_scalar(&self) -> bool {
        self.types.iter().any(|ty| ty.is_scalar() && !ty.immediate)
    }

    /// The index in `types` of the first immediate; `None` if there is no immediate.
    pub(super) fn immediate(&self) -> Option<usize> {
        self.types.iter().position(|ty| ty.immediate)
    }

    /// Which part of the types the name of the builtin contains.
    pub(super) fn builtin_class(&self) -> Class {
        if self.has_scalar() {
            self.def.class
        } else {
            Class::Overloaded
        }
    }

    pub(super) fn c_name(&self) -> Result<String, Fatal> {
        self.mangle(&self.def.name, Class::Signed)
    }

    /// The name of the builtin without the prefix `__builtin_neon_`.
    pub(super) fn builtin_name(&self) -> Result<String, Fatal> {
        self.mangle(&self.def.name, self.builtin_class())
    }

    /// Adds the suffixes and letters for the types to `name`.
    pub(super) fn mangle(&self, name: &str, class: Class) -> Result<String, Fatal> {
        const COMPLETE: [&str; 5] = [
            "vcvt_f16_f32",
            "vcvt_f32_f16",
            "vcvt_f32_f64",
            "vcvt_f64_f32",
            "vcvt_f32_bf16",
        ];
        if COMPLETE.contains(&name) {
            return Ok(name.to_owned());
        }
        let mut mangled = name.to_owned();
        let code = self.type_code(self.base, class);
        if !code.is_empty() {
            // A suffix such as `_x2` stays at the end.
            let at = match *name.as_bytes() {
                [.., b'_', b'x', digit] if digit.is_ascii_digit() => name.len() - 3,
                _ => name.len(),
            };
            mangled.insert_str(at, &format!("_{code}"));
        }
        if self.base != self.in_base {
            mangled.push('_');
            mangled += &self.type_code(self.in_base, class);
        }
        if self.is_numbered(class) {
            mangled += "_v";
        }
        if self.base.bits == 128 && !self.base.no_q_in_names {
            insert_before_underscore(&mut mangled, "q");
        }
        if self.base.scalar_in_names {
            let width = match self.base.element_bits {
                8 => "b",
                16 => "h",
                32 => "s",
                64 => "d",
                bits => bail!(
                    self.def.rec,
                    "no letter stands for a scalar of {bits} bits in the name of '{name}'"
                ),
            };
            insert_before_underscore(&mut mangled, width);
        }
        Ok(mangled)
    }

    /// Whether the name of the builtin contains `_v` in place of the types. Such a builtin takes the type as a number.
    fn is_numbered(&self, class: Class) -> bool {
        class == Class::Overloaded && self.def.target_guard == "neon"
    }

    fn type_code(&self, ty: Type, class: Class) -> String {
        if self.is_numbered(class) || self.def.class == Class::Nameless {
            return String::new();
        }
        let letter = match ty.kind {
            BaseKind::BFloat => return "bf16".to_owned(),
            BaseKind::MFloat => return "mf8".to_owned(),
            BaseKind::Poly | BaseKind::Signed | BaseKind::Unsigned if class == Class::Integer => {
                'i'
            }
            BaseKind::Poly => 'p',
            BaseKind::Signed => 's',
            BaseKind::Unsigned => 'u',
            BaseKind::Float | BaseKind::Void | BaseKind::Mode => 'f',
        };
        format!("{letter}{}", ty.element_bits)
    }
}

/// Inserts `text` before the first underscore, or at the end of a name without underscores.
fn insert_before_underscore(name: &mut String, text: &str) {
    let at = name.find('_').unwrap_or(name.len());
    name.insert_str(at, text);
}
