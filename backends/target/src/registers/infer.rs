//! Register classes that have to be there so that questions about classes have an answer: those of registers with a
//! sub-register, those of registers of two classes, and those of registers whose sub-register is of a class.
//!
//! New classes are added to the list of classes and asked the same questions. The names that they get, and whether
//! they are made at all, depend on the order in which questions are asked.

use std::hash::{Hash, Hasher};

use backend::bit_set::BitSet;
use backend::ids::{Arena, Id};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::{ClassId, IndexId, Indices, Origin, Register, RegisterClass, RegisterId, Structure};

/// Adds all classes that are missing.
pub(super) fn complete(
    classes: &mut Arena<ClassId, RegisterClass>,
    registers: &Arena<RegisterId, Register>,
    indices: &Indices,
) {
    let mut work = Inference::new(classes, registers, indices);
    work.run();
    work.enter_projections();
}

struct Inference<'a> {
    classes: &'a mut Arena<ClassId, RegisterClass>,
    registers: &'a Arena<RegisterId, Register>,
    indices: &'a Indices,
    /// Classes by the hash of their members, without the artificial ones.
    by_members: FxHashMap<u64, Vec<ClassId>>,
    /// For each index that is not artificial, the registers that have it and are not artificial.
    having: Vec<(IndexId, BitSet<RegisterId>)>,
    projections: Vec<Projection>,
}

/// All sub-registers of the registers of a class by an index are in another class.
struct Projection {
    from: ClassId,
    index: IndexId,
    to: ClassId,
}

impl<'a> Inference<'a> {
    fn new(
        classes: &'a mut Arena<ClassId, RegisterClass>,
        registers: &'a Arena<RegisterId, Register>,
        indices: &'a Indices,
    ) -> Inference<'a> {
        let mut having: Vec<_> = indices.ids().map(|index| (index, BitSet::new())).collect();
        for (id, register) in registers.with_ids().filter(|(_, it)| !it.artificial) {
            for (index, _) in &register.sub_registers {
                having[index.index()].1.insert(id);
            }
        }
        having.retain(|(index, registers)| !indices[*index].artificial && !registers.is_empty());
        let mut by_members: FxHashMap<u64, Vec<ClassId>> = FxHashMap::default();
        for (id, class) in classes.with_ids().filter(|(_, it)| !it.artificial) {
            let same = by_members.entry(hash(&class.member_set)).or_default();
            same.push(id);
        }
        Inference {
            classes,
            registers,
            indices,
            by_members,
            having,
            projections: Vec::new(),
        }
    }

    fn run(&mut self) {
        let mut at = 0;
        // Classes after this one were not there when those before were asked what they project into.
        let mut checkpoint = self.classes.len().saturating_sub(1);
        while at < self.classes.len() {
            let class = ClassId::from_index(at);
            if !self.classes[class].artificial {
                self.infer_with_sub_register(class);
                self.infer_common(class);
                self.infer_projected(class, 0);
                if at == checkpoint {
                    let next = self.classes.len() - 1;
                    for earlier in (0..=checkpoint).map(ClassId::from_index) {
                        self.infer_projected(earlier, checkpoint + 1);
                    }
                    checkpoint = next;
                }
            }
            at += 1;
        }
    }

    /// The registers of a class with a sub-register of an index are a class.
    fn infer_with_sub_register(&mut self, class: ClassId) {
        for at in 0..self.having.len() {
            let (index, having) = &self.having[at];
            let (index, having) = (*index, self.classes[class].member_set.intersection(having));
            let found = match having.len() {
                0 => continue,
                all if all == self.classes[class].members.len() => class,
                _ => {
                    let origin = Origin {
                        class,
                        index: Some(index),
                        other: None,
                    };
                    self.get_or_add(having, origin)
                }
            };
            self.classes[class].with_sub_register.push((index, found));
        }
    }

    /// The registers of two classes are a class.
    fn infer_common(&mut self, class: ClassId) {
        for other in self.classes.ids() {
            let (a, b) = (&self.classes[class], &self.classes[other]);
            if class == other || !a.member_set.intersects(&b.member_set) {
                continue;
            }
            let common = a.member_set.intersection(&b.member_set);
            // It has the size of the one that wants more.
            let (class, other) = match b.size.is_stricter(&a.size) {
                true => (other, class),
                false => (class, other),
            };
            let origin = Origin {
                class,
                index: None,
                other: Some(other),
            };
            self.get_or_add(common, origin);
        }
    }

    /// The registers of a class whose sub-registers are of a class from `first` on are a class.
    fn infer_projected(&mut self, class: ClassId, first: usize) {
        let complete = self.classes[class].with_sub_register.iter();
        let complete: Vec<IndexId> = complete
            .filter(|(_, with)| *with == class)
            .map(|(index, _)| *index)
            .collect();
        for index in complete {
            let image = self.image(class, index);
            let mut seen = FxHashSet::default();
            for to in (first..self.classes.len()).map(ClassId::from_index) {
                let candidate = &self.classes[to];
                if candidate.artificial || !image.structures.intersects(&candidate.structures) {
                    continue;
                }
                let inside = image.set.intersection(&candidate.member_set);
                if inside.is_empty() {
                    continue;
                }
                if inside == image.set {
                    let from = class;
                    self.projections.push(Projection { from, index, to });
                    continue;
                }
                let members = self.classes[class].members.iter().zip(&image.of_each);
                let members = members.filter(|(_, part)| inside.contains(**part));
                let subset: BitSet<RegisterId> = members.map(|(member, _)| *member).collect();
                if seen.insert(inside) {
                    let origin = Origin {
                        class,
                        index: Some(index),
                        other: Some(to),
                    };
                    self.get_or_add(subset, origin);
                }
            }
        }
    }

    fn image(&self, class: ClassId, index: IndexId) -> Image {
        let mut image = Image::default();
        // Registers of one structure have their sub-registers in the same places.
        let (mut structure, mut place) = (u32::MAX, 0);
        for member in &self.classes[class].members {
            let register = &self.registers[*member];
            if register.structure != structure {
                let all = &register.sub_registers;
                let Ok(found) = all.binary_search_by_key(&index, |it| it.0) else {
                    continue;
                };
                (structure, place) = (register.structure, found);
            }
            let (_, part) = register.sub_registers[place];
            image.of_each.push(part);
            image.set.insert(part);
            let structure = self.registers[part].structure;
            image.structures.insert(Structure(structure));
        }
        image
    }

    /// The class of these members with the size of the class that they are from.
    fn get_or_add(&mut self, members: BitSet<RegisterId>, origin: Origin) -> ClassId {
        let hash = hash(&members);
        let size = &self.classes[origin.class].size;
        let is_same = |id: &&ClassId| {
            let class = &self.classes[**id];
            class.member_set == members
                && !class.size.is_smaller(size)
                && !size.is_smaller(&class.size)
        };
        let mut known = self.by_members.get(&hash).into_iter().flatten();
        if let Some(known) = known.find(is_same) {
            return *known;
        }
        let size = size.clone();
        let name = self.name(origin);
        let mut class = RegisterClass::new(name, members, self.registers);
        (class.size, class.origin) = (size, Some(origin));
        let id = self.classes.push(class);
        self.by_members.entry(hash).or_default().push(id);
        id
    }

    fn name(&self, origin: Origin) -> String {
        let class = &self.classes[origin.class].name;
        let index = origin.index.map(|it| &self.indices[it].name);
        let other = origin.other.map(|it| &self.classes[it].name);
        match (index, other) {
            (Some(index), None) => format!("{class}_with_{index}"),
            (Some(index), Some(other)) => format!("{class}_with_{index}_in_{other}"),
            (None, Some(other)) => format!("{class}_and_{other}"),
            (None, None) => class.clone(),
        }
    }

    /// Lists for each class what projects into it.
    fn enter_projections(mut self) {
        self.projections
            .sort_unstable_by_key(|it| (it.to, it.index, it.from));
        self.projections
            .dedup_by_key(|it| (it.to, it.index, it.from));
        let same = |a: &Projection, b: &Projection| (a.to, a.index) == (b.to, b.index);
        for group in self.projections.chunk_by(same) {
            let [first, ..] = group else { continue };
            let from = group.iter().map(|it| it.from).collect();
            self.classes[first.to]
                .projects_from
                .push((first.index, from));
        }
    }
}

/// The sub-registers by an index of the registers of a class.
#[derive(Default)]
struct Image {
    /// In the order of the members.
    of_each: Vec<RegisterId>,
    set: BitSet<RegisterId>,
    structures: BitSet<Structure>,
}

fn hash(members: &BitSet<RegisterId>) -> u64 {
    let mut hasher = FxHasher::default();
    members.hash(&mut hasher);
    members.first().hash(&mut hasher);
    hasher.finish()
}
