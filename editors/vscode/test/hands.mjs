// What a person does in the editor, in the words of a test.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

/** Opens a file by the palette, whose path may be partial. */
export async function openFile(page, name) {
  await page.keyboard.press('Control+P');
  const input = page.locator('.quick-input-box input');
  await input.waitFor({ state: 'visible' });
  await input.fill(name);
  const base = name.split('/').pop();
  await page
    .locator(`.quick-input-list .monaco-list-row.focused[aria-label*="${base}"]`)
    .first()
    .waitFor({ state: 'visible', timeout: 40000 });
  await page.keyboard.press('Enter');
  await page
    .locator(`.tab.active[data-resource-name="${base}"]`)
    .first()
    .waitFor({ state: 'visible', timeout: 40000 });
  await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
}

/** Runs a command by its title. */
export async function command(page, title) {
  await page.keyboard.press('F1');
  const input = page.locator('.quick-input-box input');
  await input.waitFor({ state: 'visible' });
  await input.fill(`>${title}`);
  const focused = page
    .locator('.quick-input-list .monaco-list-row.focused', { hasText: title })
    .first();
  // The best match need not be the first, and the list may still be the one before.
  for (let row = 0; row < 20; row++) {
    const found = focused.waitFor({ state: 'visible', timeout: 2000 });
    if (
      await found.then(
        () => true,
        () => false,
      )
    ) {
      return page.keyboard.press('Enter');
    }
    await page.keyboard.press('ArrowDown');
  }
  assert.fail(`no command ${title}`);
}

/** Chooses from an open list the first row with this text. */
export async function choose(page, text) {
  const row = page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
  await row.waitFor({ state: 'visible', timeout: 60000 });
  await row.click();
}

/** Puts the cursor at a line and column, both from one. */
export async function goTo(page, line, column = 1) {
  await page.keyboard.press('Control+G');
  const input = page.locator('.quick-input-box input');
  await input.waitFor({ state: 'visible' });
  await input.fill(`:${line}:${column}`);
  // A busy editor may not have read the line when Enter comes.
  const gone = () =>
    page.locator('.quick-input-widget').waitFor({ state: 'hidden', timeout: 5000 });
  for (let attempt = 0; attempt < 5; attempt++) {
    await page.keyboard.press('Enter');
    const closed = await gone().then(
      () => true,
      () => false,
    );
    if (closed) return;
  }
  assert.fail('the line was not gone to');
}

/** Opens a file of the folder and puts the cursor on the first occurrence of a text in it. */
export async function openAt(page, folder, name, text, offset = 0) {
  const before = readFileSync(`${folder}/${name}`, 'utf8').split(text)[0];
  const lines = before.split('\n');
  await openFile(page, name);
  await goTo(page, lines.length, lines.at(-1).length + 1 + offset);
}

/** The editor whose tab shows this title. */
export function editorOf(page, title) {
  return page.locator('.editor-group-container', {
    has: page.locator(`.tab.active[aria-label*="${title}"]`),
  });
}

/** The text that an editor shows. */
export async function textOf(editor) {
  const lines = await editor.locator('.view-line').evaluateAll((all) =>
    all
      .map((it) => ({ top: Number.parseInt(it.style.top, 10), text: it.textContent }))
      .sort((a, b) => a.top - b.top)
      .map((it) => it.text.replaceAll('\u00a0', ' ')),
  );
  return lines.join('\n');
}

/** Waits until `probe` gives something that `accept` accepts, and gives that. */
export async function until(probe, accept, what, seconds = 40) {
  const end = Date.now() + seconds * 1000;
  let last;
  for (;;) {
    last = await probe().catch((error) => error);
    if (!(last instanceof Error) && accept(last)) return last;
    if (Date.now() > end) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail(`${what}; last was: ${String(last).slice(0, 800)}`);
}

/** Closes hovers, lists and widgets. */
export async function dismiss(page) {
  for (let times = 0; times < 3; times++) await page.keyboard.press('Escape');
}

/** Closes all editors, without saving. */
export async function closeAll(page) {
  await command(page, 'File: Revert File').catch(() => undefined);
  await command(page, 'View: Close All Editors');
  await page.waitForTimeout(300);
  const dontSave = page.locator('.monaco-dialog-box .monaco-button', { hasText: "Don't Save" });
  if (await dontSave.isVisible()) await dontSave.click();
}
