// Tests the extension on LLVM's X86 files: large tables, and how fast they follow edits. The files are not saved.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEditor } from './editor.mjs';
import { markedLines, tester } from './example.mjs';
import * as user from './user_actions.mjs';

const TARGET = 'llvm/lib/Target/X86';
const BACKEND = 'gen-callingconv';
const CONVENTIONS = `${TARGET}/X86CallingConv.td`;
/** The backend that prints all records, a table of a hundred megabytes. */
const LARGE = 'print-records';

export async function x86Tests({ codeServer, vsix, folder, screenshots }) {
  const { page, close } = await startEditor({ codeServer, extensions: [vsix], folder });
  const { shot, check } = tester(page, screenshots, 'x86');
  const other = mkdtempSync(path.join(tmpdir(), 'tablegen-x86-'));
  const textOf = (backend) => user.textOf(user.editorOf(page, backend));
  const open = async (backend) => {
    const title = 'Preview Generated Table';
    await user.choose(page, `TableGen: ${title}`, title, backend);
    await user.editorOf(page, backend).waitFor();
  };
  /** Waits until the lines of the record that begin with `text` are visible and marked. */
  const marked = async (backend, text) => {
    await user.until(
      () => textOf(backend),
      (it) => it.includes(text),
      `${text} in sight`,
    );
    await user.until(
      () => markedLines(user.editorOf(page, backend)),
      (it) => it > 0,
      'marked lines',
    );
  };
  const typeAndMeasure = async (backend, letters, before) => {
    const times = [];
    let text = before;
    for (const letter of letters) {
      text += letter;
      times.push(await latency(page, letter, text));
    }
    const show = (all) => all.map(Math.round).join(', ');
    console.log(`     ${backend}: an edit shows after ${show(times.map((it) => it.followed))} ms`);
    console.log(`     a letter shows after ${show(times.map((it) => it.typed))} ms`);
    return median(times.map((it) => it.followed));
  };
  try {
    await check('the unit is found', async () => {
      await user.openFile(page, `${TARGET}/X86RegisterInfo.td`);
      await page.locator('[id$="tablegen.unit"]', { hasText: 'X86' }).waitFor();
      await shot('unit');
    });

    await check('hover shows an instruction expanded', async () => {
      await user.openAt(page, folder, `${TARGET}/X86InstrArithmetic.td`, 'LEA16r', 2);
      await user.command(page, 'Show or Focus Hover');
      await user.until(
        () => page.locator('.monaco-hover:not(.hidden)').first().innerText(),
        (it) => it.includes('LEA16r') && it.includes('AsmString'),
        'a hover with the record',
      );
      await shot('hover');
    });

    await check('from C++ and from a built file to an instruction', async () => {
      writeFileSync(path.join(other, 'use.cpp'), 'unsigned opcode = X86::ADD32rr;\n');
      writeFileSync(path.join(other, 'X86GenInstrInfo.inc'), 'enum {\n    ADD32rr\t= 312,\n};\n');
      for (const file of ['use.cpp', 'X86GenInstrInfo.inc']) {
        await user.openFile(page, path.join(other, file));
        // The cursor may be anywhere in the name, also in the namespace.
        await (file === 'use.cpp' ? user.goTo(page, 1, 20) : user.goTo(page, 2, 1));
        await user.command(page, 'TableGen: Go to TableGen Record');
        await user.arrived(page, 'X86InstrArithmetic.td');
      }
    });

    await check('the preview shows the lines of the record', async () => {
      await user.openAt(page, folder, CONVENTIONS, 'def CC_X86_64_HiPE :', 5);
      await open(BACKEND);
      await marked(BACKEND, 'bool CC_X86_64_HiPE(');
      await shot('preview');
    });

    await check('the preview follows what is typed', async () => {
      const text = 'CCIfType<[i32, i64, f32, f64], CCAssignToStack<8';
      await user.openAt(page, folder, CONVENTIONS, text, text.length);
      await user.until(
        () => textOf(BACKEND),
        (it) => it.includes('AllocateStack(8,'),
        'the old text',
      );
      await user.settled(user.editorOf(page, BACKEND));
      const time = await typeAndMeasure(BACKEND, '12345', 'AllocateStack(8');
      assert.ok(time < 2000, `the median is ${time} ms`);
      await user.command(page, 'View: Toggle Primary Side Bar Visibility');
      await user.settled(user.editorOf(page, BACKEND));
      await shot('preview-edited');
      await user.command(page, 'View: Toggle Primary Side Bar Visibility');
      await user.openFile(page, CONVENTIONS);
      await user.revert(page);
    });

    await check('a table of a hundred megabytes shows the part around the record', async () => {
      await user.openAt(page, folder, CONVENTIONS, 'def CC_X86_64_HiPE :', 5);
      await open(LARGE);
      await marked(LARGE, 'def CC_X86_64_HiPE ');
      const part = page.locator('[id$="tablegen.preview"]', { hasText: /lines [\d,]+–[\d,]+ of/ });
      assert.match(await part.innerText(), /of 2,\d\d\d,\d\d\d/);
      await shot('large');
      // The record's lines are far from the part that is shown.
      await user.openAt(page, folder, `${TARGET}/X86RegisterInfo.td`, 'def RIP :', 4);
      await marked(LARGE, 'def RIP ');
    });

    await check('typing does not wait for a large table, which follows', async () => {
      const text = 'def RIP : X86Reg<"rip", ';
      await user.openAt(
        page,
        folder,
        `${TARGET}/X86RegisterInfo.td`,
        text,
        'def RIP : X86Reg<"rip'.length,
      );
      await marked(LARGE, 'def RIP ');
      await user.until(
        () => textOf(LARGE),
        (it) => it.includes('string AsmName = "rip'),
        'the old text',
      );
      await typeAndMeasure(LARGE, 'xyz', 'string AsmName = "rip');
    });

    await check('what an edit changed in a large table, also far from where it was', async () => {
      const toggle = 'TableGen: Show or Hide Changes of the Table';
      await user.command(page, toggle);
      const diff = user.editorOf(page, 'since the last save');
      await user.until(
        () => user.textOf(diff),
        (it) => it.includes('AsmName = "rip"') && it.includes('AsmName = "ripxyz"'),
        'both names',
      );
      await user.command(page, toggle);
      await page.locator('.tab[aria-label*="since the last save"]').waitFor({ state: 'detached' });
      // Another part of the table and back: the difference is still there.
      await user.openAt(page, folder, CONVENTIONS, 'def CC_X86_64_HiPE :', 5);
      await marked(LARGE, 'def CC_X86_64_HiPE ');
      await user.openFile(page, `${TARGET}/X86RegisterInfo.td`);
      await marked(LARGE, 'def RIP ');
      await user.command(page, toggle);
      await user.until(
        () => user.textOf(diff),
        (it) => it.includes('AsmName = "rip"') && it.includes('AsmName = "ripxyz"'),
        'both names again',
      );
      await shot('large-diff');
      await user.command(page, toggle);
      await user.openFile(page, `${TARGET}/X86RegisterInfo.td`);
      await user.revert(page);
    });

    await check('a table too large for an editor is saved to a file', async () => {
      const file = path.join(other, 'records.txt');
      await user.command(page, 'TableGen: Show the Whole Generated Table');
      const offer = page.locator('.notification-toast', { hasText: 'too large for an editor' });
      await offer.locator('.monaco-button', { hasText: 'Save to a File' }).click();
      const input = await user.line(page, 'Save Generated Table');
      // Until the list shows the folder's files, the dialog may overwrite typed text.
      const listed = (name) =>
        page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().waitFor();
      await listed('X86CallingConv.td');
      await input.fill(file);
      await listed('use.cpp');
      await page.keyboard.press('Enter');
      await page.locator('.notification-toast', { hasText: `Saved ${file}` }).waitFor();
      assert.match(readFileSync(file).subarray(0, 1000).toString(), /^-+ Classes -/);
      await user.command(page, 'Notifications: Clear All Notifications');
    });

    await check('the record panel finds instructions by their fields', async () => {
      const input = await user.command(page, 'TableGen: Filter Records', 'Filter Records');
      await input.fill('LEA16r');
      await page.locator('.monaco-list-row[aria-label^="record LEA16r"]').first().waitFor();
      await input.fill('Instruction and Namespace = X86 and isReturn = 1');
      await page.locator('.monaco-list-row[aria-label^="record EH_RETURN"]').first().waitFor();
      await page
        .locator('.monaco-list-row[aria-label^="record LEA16r"]')
        .waitFor({ state: 'detached' });
      await page.keyboard.press('Enter');
      await shot('records');
    });

    await check('a file of many units is read for the one that is chosen', async () => {
      await user.openFile(page, 'llvm/include/llvm/Target/TargetCallingConv.td');
      await user.command(page, 'TableGen: Clear the Filter');
      const first = page.locator('.monaco-list-row[aria-label^="class _F0R,"]');
      for (const name of ['XCore', 'X86']) {
        await user.choose(page, 'TableGen: Select Unit', 'root file', `${name}.td`);
        await page.locator('[id$="tablegen.unit"]', { hasText: name }).waitFor();
        await first.waitFor({ state: name === 'XCore' ? 'visible' : 'detached' });
      }
    });
  } finally {
    await close();
    rmSync(other, { recursive: true, force: true });
  }
}

/**
 * Types a letter. Returns two times in ms: until the source shows the letter, and from then until the preview
 * shows the text.
 */
async function latency(page, letter, text) {
  await page.evaluate((text) => {
    const shown = () =>
      [...document.querySelectorAll('.editor-group-container')].map((it) =>
        [...it.querySelectorAll('.view-line')]
          .map((line) => line.textContent.replaceAll('\u00a0', ' '))
          .join('\n'),
      );
    const before = shown();
    const state = { pressed: 0, typed: 0, followed: 0 };
    window.tablegenLatency = state;
    window.addEventListener(
      'keydown',
      () => {
        state.pressed = performance.now();
      },
      {
        capture: true,
        once: true,
      },
    );
    const look = () => {
      const now = shown();
      if (!state.typed && now[0] !== before[0]) state.typed = performance.now();
      if (!state.followed && now[1].includes(text)) state.followed = performance.now();
      if (!state.typed || !state.followed) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, text);
  await page.keyboard.type(letter);
  await user.until(
    () => page.evaluate(() => window.tablegenLatency.followed),
    (it) => it > 0,
    `the preview to show ${text}`,
  );
  return page.evaluate(() => {
    const { pressed, typed, followed } = window.tablegenLatency;
    return { typed: typed - pressed, followed: Math.max(0, followed - typed) };
  });
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
