// A user's actions in the editor, as functions for tests. Each waits until the editor shows its effect: a busy
// editor is slow, and text that is typed too early goes elsewhere.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

/** The input line of the list or input box that has this title or placeholder, once it is open. */
export async function line(page, title) {
  const named = `.quick-input-title:text("${title}"), input[placeholder*="${title}"]`;
  const input = page
    .locator('.quick-input-widget', { has: page.locator(named) })
    .locator('.quick-input-box input');
  await input.waitFor({ state: 'visible' });
  return input;
}

/** Accepts the first row of the open list that begins with this text, by the keyboard. */
export async function pick(page, text, seconds = 60) {
  const steps = (text) => {
    const rows = [...document.querySelectorAll('.quick-input-list .monaco-list-row')];
    const index = (row) => Number(row?.dataset.index);
    const at = (row) => row.querySelector('.label-name')?.textContent ?? '';
    const wanted = rows
      .filter((it) => at(it).trim().startsWith(text))
      .sort((a, b) => index(a) - index(b));
    return index(wanted[0]) - index(rows.find((it) => it.classList.contains('focused')));
  };
  await until(
    async () => {
      const away = await page.evaluate(steps, text);
      if (away !== 0 && !Number.isNaN(away))
        await page.keyboard.press(away > 0 ? 'ArrowDown' : 'ArrowUp');
      return away;
    },
    (away) => away === 0,
    `the row ${text}`,
    seconds,
  );
  await page.keyboard.press('Enter');
}

/** Waits until no list is open, so that the keyboard focus is back where it was. */
async function closed(page) {
  await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
}

/** Opens a file by the palette. The path may be partial. */
export async function openFile(page, name) {
  const base = name.split('/').pop();
  const choose = async (seconds) => {
    await page.keyboard.press('Control+P');
    const input = await line(page, 'Search files by name');
    await input.fill(name);
    await pick(page, base, seconds);
  };
  // The list is not searched anew while it is open, and may miss a file that has just been written.
  await choose(20).catch(async () => {
    await page.keyboard.press('Escape');
    await closed(page);
    await choose(60);
  });
  await closed(page);
  await arrived(page, base);
}

/** Waits until a file is open, and has the keyboard. */
export async function arrived(page, name) {
  const group = page.locator('.editor-group-container.active', {
    has: page.locator(`.tab.active[data-resource-name="${name}"]`),
  });
  await group.locator('.monaco-editor.focused').waitFor();
}

/** Runs a command by its title. Returns the input line of the list or input box `opens`, if the command opens one. */
export async function command(page, title, opens) {
  await page.keyboard.press('F1');
  const input = await line(page, 'Type the name of a command');
  await input.fill(`>${title}`);
  await pick(page, title);
  if (opens) return line(page, opens);
  await closed(page);
}

/** Runs a command that opens a list of this name, and takes the row that begins with a text. */
export async function choose(page, title, opens, text) {
  const input = await command(page, title, opens);
  await input.fill(text);
  await pick(page, text);
  await closed(page);
}

/** Where the status bar says that the cursor is. */
export async function cursor(page) {
  return page.locator('[id="status.editor.selection"]').innerText();
}

/** Puts the cursor of the active editor at a line and column, both from one. */
export async function goTo(page, lineNumber, column = 1) {
  await page.keyboard.press('Control+G');
  const input = page.locator('.quick-input-widget .quick-input-box input');
  await until(
    () => input.inputValue(),
    (it) => it === ':',
    'the line to go to',
  );
  await input.fill(`:${lineNumber}:${column}`);
  await pick(page, `Go to line ${lineNumber}`);
  await closed(page);
  const place = `Ln ${lineNumber}, Col ${column}`;
  await until(
    () => cursor(page),
    (it) => it === place,
    place,
  );
  await page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();
}

/** Opens a file of the folder and puts the cursor on the first occurrence of a text in it. */
export async function openAt(page, folder, name, text, offset = 0) {
  const before = readFileSync(`${folder}/${name}`, 'utf8').split(text)[0];
  const lines = before.split('\n');
  await openFile(page, name);
  await goTo(page, lines.length, lines.at(-1).length + 1 + offset);
}

/** Reverts all edits of the active file. */
export async function revert(page) {
  await command(page, 'File: Revert File');
  await page.locator('.tab.active.dirty').waitFor({ state: 'detached' });
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

/** Waits until `probe` returns a value that `accept` accepts, and returns the value. */
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

/** Waits until an editor has looked the same for half a second: texts get their colours bit by bit. */
export async function settled(editor) {
  const looks = () => editor.locator('.view-lines').first().innerHTML();
  let before = await looks();
  let since = Date.now();
  await until(
    async () => {
      const now = await looks();
      if (now !== before) since = Date.now();
      before = now;
      return Date.now() - since;
    },
    (it) => it > 500,
    'an editor that keeps its looks',
  );
}

/** What a screen reader says about the element with the keyboard focus: its role and its name. */
export async function heard(page) {
  const client = await page.context().newCDPSession(page);
  try {
    const { nodes } = await client.send('Accessibility.getFullAXTree');
    const property = (node, name) => node.properties?.find((it) => it.name === name)?.value;
    const focused = nodes.filter((it) => property(it, 'focused')?.value).at(-1);
    // If a list has the focus, the screen reader reads its active row.
    const active = focused && property(focused, 'activedescendant')?.relatedNodes?.[0];
    const told = nodes.find((it) => active && it.backendDOMNodeId === active.backendDOMNodeId);
    const { role, name } = told ?? focused;
    return `${role.value}: ${name.value}`;
  } finally {
    await client.detach();
  }
}

/** Closes hovers, lists and widgets. */
export async function dismiss(page) {
  for (let times = 0; times < 3; times++) await page.keyboard.press('Escape');
  await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
}
