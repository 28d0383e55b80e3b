// The extension on LLVM's X86 files: large tables, and how soon they follow. Nothing is saved.

import assert from 'node:assert/strict';
import { startEditor } from './editor.mjs';
import { markedLines, tester } from './example.mjs';
import * as hands from './hands.mjs';

const TARGET = 'llvm/lib/Target/X86';
const BACKEND = 'gen-callingconv';
const CONVENTIONS = `${TARGET}/X86CallingConv.td`;

export async function x86Tests({ codeServer, vsix, folder, screenshots }) {
  const { page, close } = await startEditor({ codeServer, vsix, folder });
  const { shot, check } = tester(page, screenshots, 'x86');
  const preview = () => hands.editorOf(page, BACKEND);
  const previewText = () => hands.textOf(preview());
  try {
    await check('the unit is found', async () => {
      await hands.openFile(page, `${TARGET}/X86RegisterInfo.td`);
      await page.locator('[id$="tablegen.unit"]', { hasText: 'X86' }).waitFor({ timeout: 90000 });
      await shot('unit');
    });

    await check('hover shows an instruction expanded', async () => {
      await hands.openAt(page, folder, `${TARGET}/X86InstrArithmetic.td`, 'LEA16r', 2);
      await hands.command(page, 'Show or Focus Hover');
      await hands.until(
        () => page.locator('.monaco-hover:not(.hidden)').first().innerText(),
        (it) => it.includes('LEA16r') && it.includes('AsmString'),
        'a hover with the record',
      );
      await shot('hover');
    });

    await check(
      'the preview shows the lines of the record',
      async () => {
        await hands.openAt(page, folder, CONVENTIONS, 'CC_X86_64_HiPE :', 1);
        await hands.command(page, 'TableGen: Preview Generated Table');
        await hands.choose(page, BACKEND);
        await hands.until(previewText, (it) => it.includes('CC_X86_64_HiPE('), 'the record', 60);
        await hands.until(
          () => markedLines(preview()),
          (it) => it > 0,
          'marked lines',
          60,
        );
        await shot('preview');
      },
      180,
    );

    await check('the preview follows what is typed', async () => {
      const text = 'CCIfType<[i32, i64, f32, f64], CCAssignToStack<8';
      await hands.openAt(page, folder, CONVENTIONS, text, text.length);
      await hands.until(previewText, (it) => it.includes('AllocateStack(8,'), 'the old text');
      const times = [];
      for (const letter of '12345') {
        times.push(await latency(page, letter));
        await page.waitForTimeout(300);
      }
      console.log(`     an edit shows after ${times.map(Math.round).join(', ')} ms`);
      assert.ok(median(times) < 2000, `the median is ${median(times)} ms`);
      await hands.command(page, 'View: Toggle Primary Side Bar Visibility');
      await page.waitForTimeout(300);
      await shot('preview-edited');
      await hands.command(page, 'View: Toggle Primary Side Bar Visibility');
    });

    await check('the record panel finds instructions by their fields', async () => {
      await hands.command(page, 'TableGen: Filter Records');
      const input = page.locator('.quick-input-box input');
      await input.waitFor({ state: 'visible' });
      await input.fill('LEA16r');
      await page
        .locator('.monaco-list-row[aria-label^="record LEA16r"]')
        .first()
        .waitFor({ timeout: 90000 });
      await input.fill('Instruction and Namespace = X86 and isReturn = 1');
      await page
        .locator('.monaco-list-row[aria-label^="record EH_RETURN"]')
        .first()
        .waitFor({ timeout: 90000 });
      await page
        .locator('.monaco-list-row[aria-label^="record LEA16r"]')
        .waitFor({ state: 'detached' });
      await page.keyboard.press('Enter');
      await shot('records');
    });
  } finally {
    await close();
  }
}

/** Types a letter; gives the time in ms from its frame in the source to that in the preview. */
async function latency(page, letter) {
  await page.evaluate((letter) => {
    const groups = [...document.querySelectorAll('.editor-group-container')];
    const texts = () =>
      groups.map((it) =>
        [...it.querySelectorAll('.view-line')].map((line) => line.textContent).join('\n'),
      );
    const before = texts();
    const state = { typed: 0, followed: 0, letter };
    window.tablegenLatency = state;
    const look = () => {
      const now = texts();
      if (!state.typed && now[0] !== before[0]) state.typed = performance.now();
      if (!state.followed && now[1] !== before[1]) state.followed = performance.now();
      if (!state.typed || !state.followed) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, letter);
  await page.keyboard.type(letter);
  await hands.until(
    () => page.evaluate(() => window.tablegenLatency.followed),
    (it) => it > 0,
    'the preview to follow',
    40,
  );
  return page.evaluate(() =>
    Math.max(0, window.tablegenLatency.followed - window.tablegenLatency.typed),
  );
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
