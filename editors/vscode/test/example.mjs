// The extension on the bundled example: everything that a person does in the editor.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { startEditor } from './editor.mjs';
import * as hands from './hands.mjs';
import { test } from './harness.mjs';

/** A test body that leaves the editor tidy, and a picture when it fails. */
export function tester(page, screenshots, prefix) {
  if (screenshots) mkdirSync(screenshots, { recursive: true });
  const shot = async (name) => {
    if (screenshots)
      await page.screenshot({ path: path.join(screenshots, `${prefix}-${name}.png`) });
  };
  const check = (name, body, seconds = 120) =>
    test(
      `${prefix}: ${name}`,
      async () => {
        try {
          await body();
        } catch (error) {
          await shot(`FAILED-${name.replaceAll(/\W+/g, '-')}`);
          throw error;
        } finally {
          await hands.dismiss(page);
        }
      },
      seconds,
    );
  return { shot, check };
}

export async function exampleTests({ codeServer, vsix, folder, screenshots }) {
  const { page, close } = await startEditor({ codeServer, vsix, folder });
  const { shot, check } = tester(page, screenshots, 'example');
  const preview = () => hands.editorOf(page, 'print-records');
  const previewText = () => hands.textOf(preview());
  try {
    await check('errors have squiggles and messages', async () => {
      await hands.openFile(page, 'Broken.td');
      await page.locator('.squiggly-error').first().waitFor({ timeout: 60000 });
      await hands.command(page, 'Problems: Focus on Problems View');
      await page
        .locator('.markers-panel .monaco-list-row', { hasText: "expected ';'" })
        .first()
        .waitFor({ timeout: 40000 });
      assert.equal(await page.locator('.markers-panel .monaco-list-row .marker-icon').count(), 2);
      await shot('errors');
      await hands.command(page, 'View: Toggle Panel Visibility');
    });

    await check('the status bar shows the unit', async () => {
      await hands.openFile(page, 'Toy.td');
      await page
        .locator('#tablegen\\.tablegen-analyzer\\.tablegen\\.unit, [id$="tablegen.unit"]', {
          hasText: 'Toy',
        })
        .waitFor({
          timeout: 60000,
        });
    });

    await check('hover shows the expanded record', async () => {
      await hands.openAt(page, folder, 'Toy.td', 'ADDrr', 2);
      await hands.command(page, 'Show or Focus Hover');
      const hover = page.locator('.monaco-hover:not(.hidden)');
      await hands.until(
        () => hover.first().innerText(),
        (it) => it.includes('ADDrr') && it.includes('AsmString'),
        'a hover with the record',
      );
      await shot('hover');
    });

    await check('jump to the definition', async () => {
      await hands.openAt(page, folder, 'Toy.td', 'GPR, Pair', 1);
      await page.keyboard.press('F12');
      await page.locator('.tab.active[data-resource-name="Registers.td"]').waitFor();
    });

    await check('completion offers classes', async () => {
      await hands.openFile(page, 'Toy.td');
      await page.keyboard.press('Control+End');
      await page.keyboard.type('def Extra : Regis');
      await page.keyboard.press('Control+Space');
      const row = page.locator('.suggest-widget .monaco-list-row', { hasText: 'RegisterClass' });
      await row.first().waitFor({ timeout: 40000 });
      await shot('completion');
      await hands.dismiss(page);
      await hands.command(page, 'File: Revert File');
    });

    await check('the preview opens, and marks the lines of the record', async () => {
      await hands.openFile(page, 'Registers.td');
      await hands.command(page, 'TableGen: Preview Generated Table');
      await hands.choose(page, 'print-records');
      await hands.until(previewText, (it) => it.includes('class Register'), 'the table');
      await hands.openAt(page, folder, 'Registers.td', 'GPR');
      await hands.until(previewText, (it) => it.includes('def GPR'), 'the lines of the record');
      await hands.until(
        () => markedLines(preview()),
        (it) => it > 3,
        'marked lines',
      );
      await shot('preview');
    });

    await check('the preview follows as text is typed, without a flicker', async () => {
      await hands.openAt(page, folder, 'Registers.td', '32, !foreach');
      await hands.until(previewText, (it) => /int Size = 32;/.test(it), 'the old value');
      await watchFrames(page, preview());
      await page.keyboard.press('Delete');
      await page.keyboard.press('Delete');
      await page.keyboard.type('48');
      await hands.until(previewText, (it) => /int Size = 48;/.test(it), 'the new value');
      await page.waitForTimeout(400);
      const { frames, changed } = await framesSeen(page);
      assert.ok(frames > 2, `only ${frames} frames were drawn`);
      assert.deepEqual(changed, [], 'lines that no edit concerns kept their place and colours');
      await shot('preview-edited');
    });

    await check('the changes since the last save show as a diff', async () => {
      await hands.command(page, 'Show or Hide Changes Since the Last Save');
      const diff = hands.editorOf(page, 'since the last save');
      await hands.until(
        () => hands.textOf(diff),
        (it) => it.includes('int Size = 32;') && it.includes('int Size = 48;'),
        'both values',
      );
      await shot('preview-diff');
      await hands.command(page, 'Show or Hide Changes Since the Last Save');
      await page.locator('.tab[aria-label*="since the last save"]').waitFor({ state: 'detached' });
    });

    await check('records changed since the last save', async () => {
      await hands.openFile(page, 'Registers.td');
      await hands.command(page, 'TableGen: Records Changed Since');
      await hands.choose(page, 'the last save');
      const row = page.locator('.pane-body .monaco-list-row[aria-label*="modified GPR"]');
      await row.first().waitFor({ timeout: 40000 });
      await row.first().locator('.monaco-tl-twistie').click();
      await page
        .locator('.pane-body .monaco-list-row[aria-label*="Size 32 → 48"]')
        .first()
        .waitFor();
      await shot('changes');
      await hands.openFile(page, 'Registers.td');
      await hands.command(page, 'File: Revert File');
      await page.locator('.tab.dirty').waitFor({ state: 'detached' });
      // Reverting moves the cursor behind the line, and the preview goes to the next record.
      await hands.openAt(page, folder, 'Registers.td', 'GPR');
      await hands.until(previewText, (it) => /int Size = 32;/.test(it), 'the value as saved');
    });

    await check('from a line of the preview to the record', async () => {
      const line = preview().locator('.view-line', { hasText: 'def Pair' }).first();
      await hands.openAt(page, folder, 'Registers.td', 'Pair :');
      await line.waitFor({ timeout: 40000 });
      await line.click();
      await page.keyboard.press('F12');
      await hands.until(
        () =>
          page.locator('#status\\.editor\\.selection, [id="status.editor.selection"]').innerText(),
        (it) => it.includes(`Ln ${lineOf(folder, 'def Pair')},`),
        'the cursor on the record',
      );
      await page.locator('.tab.active[data-resource-name="Registers.td"]').waitFor();
    });

    await check('the record panel filters', async () => {
      await hands.command(page, 'TableGen: Filter Records');
      const input = page.locator('.quick-input-box input');
      await input.waitFor({ state: 'visible' });
      await input.fill('ADD');
      await page
        .locator('.monaco-list-row[aria-label^="record ADDri"]')
        .waitFor({ timeout: 40000 });
      await page
        .locator('.monaco-list-row[aria-label^="record SUBri"]')
        .waitFor({ state: 'detached' });
      await page.keyboard.press('Enter');
      await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    });

    await check('a record is shown with the origin of every value', async () => {
      await page.locator('.monaco-list-row[aria-label^="record ADDri"]').click();
      const field = page.locator('.monaco-list-row[aria-label*="AsmString = "]');
      await field.first().waitFor({ timeout: 40000 });
      assert.match(await field.first().getAttribute('aria-label'), /\.td:\d+/);
      await shot('records');
      await hands.command(page, 'TableGen: Clear the Filter');
      await page.locator('.monaco-list-row[aria-label^="class Instruction"]').waitFor();
    });

    await check('the unit can be chosen', async () => {
      await hands.openFile(page, 'Registers.td');
      await hands.command(page, 'TableGen: Select Unit');
      const row = page.locator('.quick-input-list .monaco-list-row', { hasText: 'Toy' }).first();
      await row.waitFor({ timeout: 40000 });
      await shot('units');
      await row.click();
      await page.locator('[id$="tablegen.unit"]', { hasText: 'Toy' }).waitFor();
    });

    await check('the server starts again, and the preview with it', async () => {
      await hands.command(page, 'TableGen: Restart Server');
      await page.waitForTimeout(1000);
      await hands.openAt(page, folder, 'Registers.td', '32, !foreach');
      await page.keyboard.press('Delete');
      await page.keyboard.press('Delete');
      await page.keyboard.type('64');
      await hands.until(previewText, (it) => /int Size = 64;/.test(it), 'the new value');
      await hands.command(page, 'File: Revert File');
    });

    await check('rename reaches every file', async () => {
      await hands.openAt(page, folder, 'Registers.td', 'GPR', 1);
      await page.keyboard.press('F2');
      const input = page.locator('.rename-box input');
      await input.waitFor({ timeout: 40000 });
      await input.fill('General');
      await page.keyboard.press('Enter');
      await page.locator('.tab.dirty').first().waitFor({ timeout: 40000 });
      await hands.command(page, 'File: Save All Files');
      await hands.until(
        async () => readFileSync(path.join(folder, 'Instructions.td'), 'utf8'),
        (it) => it.includes('General:$dst') && !it.includes('GPR'),
        'the new name in another file',
      );
      assert.match(readFileSync(path.join(folder, 'Registers.td'), 'utf8'), /def General : /);
    });

    for (const [theme, kind] of [
      ['Light Modern', 'vs'],
      ['Dark High Contrast', 'hc-black'],
    ]) {
      await check(`the marked lines are seen in the theme ${theme}`, async () => {
        await hands.command(page, 'Preferences: Color Theme');
        await page.locator('.quick-input-box input').fill(theme);
        await hands.choose(page, theme);
        await page.locator(`.monaco-workbench.${kind}`).waitFor();
        await hands.openAt(page, folder, 'Registers.td', 'Pair :');
        await hands.until(
          () => markedLines(preview()),
          (it) => it > 3,
          'marked lines',
        );
        await shot(`theme-${kind}`);
      });
    }
  } finally {
    await close();
  }
}

/** The line of `Registers.td`, from one, that a text stands on. */
function lineOf(folder, text) {
  const whole = readFileSync(path.join(folder, 'Registers.td'), 'utf8');
  return whole.split(text)[0].split('\n').length;
}

/** How many lines of an editor are marked as made by the record under the cursor. */
export async function markedLines(editor) {
  return editor
    .locator('.view-overlays .cdr[class*="TextEditorDecorationType"]')
    .evaluateAll(
      (all) => all.filter((it) => getComputedStyle(it).borderLeftWidth === '3px').length,
    );
}

/** Notes in every frame which lines an editor shows, where, and in which colours. */
async function watchFrames(page, editor) {
  const group = await editor.elementHandle();
  await page.evaluate((root) => {
    const seen = new Map();
    const state = { frames: 0, stop: false, seen };
    window.tablegenFrames = state;
    const look = () => {
      state.frames++;
      for (const line of root.querySelectorAll('.view-line')) {
        const key = line.style.top;
        const looks = [...line.querySelectorAll('span span')]
          .map((it) => `${it.className}:${it.textContent}`)
          .join('|');
        const all = seen.get(key) ?? new Set();
        all.add(looks);
        seen.set(key, all);
      }
      if (!state.stop) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, group);
}

/** The lines that looked different at some time, other than the one that was edited. */
async function framesSeen(page) {
  return page.evaluate(() => {
    const state = window.tablegenFrames;
    state.stop = true;
    const changed = [...state.seen.values()]
      .filter((it) => it.size > 1)
      .map((it) => [...it])
      .filter((all) => !all.every((it) => it.includes('Size')));
    return { frames: state.frames, changed };
  });
}
