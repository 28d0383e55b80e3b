//! `-gen-arm-neon`, `-gen-arm-fp16` and `-gen-arm-bf16`: headers with the definitions of intrinsics.

use backend::{Backend, Context, Fatal, Output};

use super::changes;
use super::function::Function;
use super::intrinsic::Intrinsic;
use super::model::Intrinsics;
use super::vector_types::push_type_definitions;
use crate::vectors::LICENCE;

const AI: &str =
    "#define __ai static __inline__ __attribute__((__always_inline__, __nodebug__))\n\n";

pub(crate) const ARM_NEON: Backend = Backend::clang(
    "gen-arm-neon",
    "Write arm_neon.h",
    &["Inst", "Operation"],
    arm_neon,
);

fn arm_neon(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    out.push("/*===---- arm_neon.h - ARM Neon intrinsics ---------------------------------===\n");
    out.push(PERMISSION);
    out.push(
        r#"#ifndef __ARM_NEON_H
#define __ARM_NEON_H

"#,
    );
    out.push(changes::target_condition(cx.release()));
    out.push(
        r#"#error "NEON intrinsics not available with the soft-float ABI. Please use -mfloat-abi=softfp or -mfloat-abi=hard"
#else

#include <stdint.h>

#include <arm_bf16.h>
#include <arm_vector_types.h>
#if defined(__aarch64__) || defined(__arm64ec__)
typedef uint8_t poly8_t;
typedef uint16_t poly16_t;
typedef uint64_t poly64_t;
typedef __uint128_t poly128_t;
#else
typedef int8_t poly8_t;
typedef int16_t poly16_t;
typedef int64_t poly64_t;
#endif
"#,
    );
    push_type_definitions(out, "PcQPcPsQPsPlQPl");
    out.push(AI);
    out.push(changes::reversals(cx.release()));
    push_intrinsics(cx, out)?;
    out.push("\n#undef __ai\n\n");
    out.push("#endif /* if !defined(__ARM_NEON) */\n#endif /* ifndef __ARM_FP */\n");
    Ok(())
}

pub(crate) const ARM_FP16: Backend = Backend::clang(
    "gen-arm-fp16",
    "Write arm_fp16.h",
    &["Inst", "Operation"],
    arm_fp16,
);

fn arm_fp16(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    out.push("/*===---- arm_fp16.h - ARM FP16 intrinsics ---------------------------------===\n");
    out.push(PERMISSION);
    out.push("#ifndef __ARM_FP16_H\n#define __ARM_FP16_H\n\n#include <stdint.h>\n\n");
    out.push("typedef __fp16 float16_t;\n");
    out.push(AI);
    push_intrinsics(cx, out)?;
    out.push("\n#undef __ai\n\n#endif /* __ARM_FP16_H */\n");
    Ok(())
}

pub(crate) const ARM_BF16: Backend =
    Backend::clang("gen-arm-bf16", "Write arm_bf16.h", &["Operation"], arm_bf16);

fn arm_bf16(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    out.push("/*===---- arm_bf16.h - ARM BF16 intrinsics -----------------------------------===\n");
    out.push(LICENCE);
    out.push("#ifndef __ARM_BF16_H\n#define __ARM_BF16_H\n\n");
    out.push("typedef __bf16 bfloat16_t;\n");
    out.push(AI);
    push_intrinsics(cx, out)?;
    out.push("\n#undef __ai\n\n#endif\n");
    Ok(())
}

/// Writes all intrinsics, each after the intrinsics that it calls. Intrinsics in a cycle of calls are omitted, and so
/// are their callers.
fn push_intrinsics(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let intrinsics = Intrinsics::new(cx.records)?;
    let calls = calls(&intrinsics)?;
    let mut needed_early = vec![false; intrinsics.list.len()];
    for &callee in calls.iter().flatten() {
        needed_early[callee] = true;
    }
    let mut writer = Writer {
        intrinsics: &intrinsics,
        calls: &calls,
        needed_early: &needed_early,
        guard: "",
        postfixes: 0,
    };
    let mut waiting: Vec<usize> = (0..intrinsics.list.len()).collect();
    waiting.sort_by_key(|&index| {
        let def = &intrinsics.list[index].def;
        (&*def.arch_guard, &*def.target_guard, &*def.name)
    });
    let mut written = vec![false; intrinsics.list.len()];
    loop {
        let mut left = Vec::new();
        let before = waiting.len();
        for index in waiting {
            if calls[index].iter().all(|&callee| written[callee]) {
                writer.push(index, out)?;
                written[index] = true;
            } else {
                left.push(index);
            }
        }
        if left.is_empty() || left.len() == before {
            break;
        }
        waiting = left;
    }
    out.no_source();
    if !writer.guard.is_empty() {
        out.push("#endif\n");
    }
    Ok(())
}

/// For each intrinsic, the sorted indices of the intrinsics that it calls.
pub(super) fn calls(intrinsics: &Intrinsics) -> Result<Vec<Vec<usize>>, Fatal> {
    let callees = |it: &Intrinsic| {
        if !it.has_body() {
            return Ok(Vec::new());
        }
        let mut function = Function::new(intrinsics, it, String::new());
        function.push_body()?;
        let mut callees = function.callees;
        callees.sort_unstable();
        callees.dedup();
        Ok(callees)
    };
    let list = intrinsics.list.iter();
    list.map(callees).collect()
}

struct Writer<'m, 'a> {
    intrinsics: &'m Intrinsics<'a>,
    calls: &'m [Vec<usize>],
    needed_early: &'m [bool],
    /// The preprocessor condition of the current section.
    guard: &'m str,
    postfixes: u32,
}

impl Writer<'_, '_> {
    fn push(&mut self, index: usize, out: &mut Output) -> Result<(), Fatal> {
        let it = &self.intrinsics.list[index];
        let callees = self.calls[index].iter();
        let callees = callees.map(|&callee| self.intrinsics.list[callee].def.rec);
        out.sources(|| std::iter::once(it.def.rec).chain(callees));
        if it.def.arch_guard != self.guard {
            if !self.guard.is_empty() {
                out.push("#endif\n");
            }
            self.guard = &it.def.arch_guard;
            if !self.guard.is_empty() {
                writeln!(out, "#if {}", self.guard);
            }
        }
        if it.is_big_endian_safe() {
            return self.push_definition(index, false, "", "", out);
        }
        out.push("#ifdef __LITTLE_ENDIAN__\n");
        self.push_definition(index, false, "", "", out)?;
        out.push("#else\n");
        // In big-endian code, the lanes of a vector are in the order of `LDR`, not in the order of `LD1`, so all
        // vectors are reversed. The intrinsics that are called must not reverse them again.
        self.push_definition(index, true, "", "__noswap_", out)?;
        if self.needed_early[index] {
            self.push_definition(index, false, "__noswap_", "__noswap_", out)?;
        }
        out.push("#endif\n\n");
        Ok(())
    }

    fn push_definition(
        &mut self,
        index: usize,
        reverse: bool,
        name_prefix: &str,
        call_prefix: &'static str,
        out: &mut Output,
    ) -> Result<(), Fatal> {
        // The arguments of a call are expanded inside the called macro, so variables need names that differ from the
        // names in that macro.
        let mut callees = self.calls[index].iter();
        let postfix = if callees.any(|&it| self.intrinsics.list[it].is_macro) {
            self.postfixes += 1;
            format!("_{}", self.postfixes - 1)
        } else {
            String::new()
        };
        let it = &self.intrinsics.list[index];
        let mut function = Function::new(self.intrinsics, it, postfix);
        function.text = std::mem::take(&mut out.text);
        function.call_prefix = call_prefix;
        let result = function.write(reverse, name_prefix);
        out.text = function.text;
        result
    }
}

const PERMISSION: &str = r#" *
 * Permission is hereby granted, free of charge, to any person obtaining a copy
 * of this software and associated documentation files (the "Software"), to deal
 * in the Software without restriction, including without limitation the rights
 * to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
 * copies of the Software, and to permit persons to whom the Software is
 * furnished to do so, subject to the following conditions:
 *
 * The above copyright notice and this permission notice shall be included in
 * all copies or substantial portions of the Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
 * IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
 * FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
 * AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
 * LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
 * OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
 * THE SOFTWARE.
 *
 *===-----------------------------------------------------------------------===
 */

"#;
