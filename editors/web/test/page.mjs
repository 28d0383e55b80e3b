// Tests the page in a browser: its views, its input, and hostile texts.

import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { summary, test } from '../../vscode/test/harness.mjs';
import { Browser, host } from './browser.mjs';
import { deep, endless } from './hostile.mjs';

const folder = path.resolve(process.argv[2]);
const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';
for (const file of [path.join(folder, 'engine.wasm'), chromium]) {
  if (!existsSync(file)) {
    console.log(`there is no ${file}`);
    process.exit(1);
  }
}
const examples = path.resolve(import.meta.dirname, '../../../examples');
const { address, close } = await host(folder);
const browser = new Browser(chromium);
let page;

/** Replaces the text by typing. A long text is set instead, since Chromium takes long to type it. */
async function write(text) {
  if (text.length > 5_000) return set('field', text, 'input');
  await page.value("document.getElementById('field').focus(); document.getElementById('field').select()");
  await page.type(text);
}

/** Sets the value of a field or a choice. */
async function set(id, value, event, where = page) {
  await where.value(
    `(() => { const it = document.getElementById('${id}'); it.value = ${JSON.stringify(value)}; it.dispatchEvent(new Event('${event}')); })()`,
  );
}

const problems = "document.getElementById('problems').innerText";
const status = "document.getElementById('status').textContent";
const table = "document.getElementById('table').textContent";

await test('the first record', async () => {
  page = await browser.open(address);
  await page.until("document.querySelector('#list button')?.textContent.startsWith('Earth')");
  const at = await page.value("Math.round(performance.getEntriesByName('records')[0].startTime)");
  console.log(`     ${at} ms after the start of the navigation`);
  await page.until("document.querySelector('#record pre')?.textContent.includes('string Name = \"Earth\"')");
  assert.equal(await page.value(status), 'no errors in 1 file');
});

await test('a mistake is an error, underlined', async () => {
  await write('class A;\ndef x : A;\ndef y : Nope;\n');
  await page.until(`${problems}.includes("Search.td:3 error: Couldn't find class 'Nope'")`);
  await page.until("document.querySelector('#drawn .mark.error')?.textContent === 'Nope'");
  await page.press('F8');
  assert.equal(await page.value("document.getElementById('field').selectionStart"), 28);
  await page.type('A');
  await page.until(`${problems} === '' && ${status}.startsWith('no errors')`);
  await page.until("[...document.querySelectorAll('#list button')].map((it) => it.dataset.name).join() === 'x,y'");
});

/** Moves the mouse to the first token of the drawn text that is `word`. */
async function hover(word, where = page) {
  const point = await where.value(`(() => {
    const all = [...document.querySelectorAll('#drawn span')];
    const r = all.find((it) => it.textContent === ${JSON.stringify(word)}).getBoundingClientRect();
    return { x: r.x + r.width / 2, y: r.y + r.height / 2 };
  })()`);
  await where.move(5, 5);
  await where.move(point.x, point.y);
  await where.until("!document.getElementById('tip').hidden");
}

await test('hovers of the mouse and of the caret', async () => {
  await write('/// What all have.\nclass Base<int n> { int Twice = !mul(n, 2); }\ndef x : Base<21>;\n');
  await page.until("[...document.querySelectorAll('#drawn span')].some((it) => it.textContent === 'Base')");
  await hover('Base');
  assert.match(await page.value("document.getElementById('tip').innerText"), /What all have/);
  await page.press('Escape');
  await page.until("document.getElementById('tip').hidden");
  await page.click('#tab-here');
  await page.value("document.getElementById('field').focus(); document.getElementById('field').setSelectionRange(70, 70)");
  await page.until("document.getElementById('here').innerText.includes('Twice = 42')");
  await page.press('F12');
  await page.until("document.getElementById('field').selectionEnd > document.getElementById('field').selectionStart");
});

await test('the view is chosen by keys', async () => {
  await page.value("document.getElementById('tab-here').focus()");
  await page.press('ArrowLeft');
  assert.equal(await page.value('document.activeElement.id'), 'tab-table');
  assert.equal(await page.value("document.getElementById('view-table').hidden"), false);
  await page.press('ArrowLeft');
  await page.until("document.querySelector('#list button')?.dataset.name === 'x'");
});

await test('a table, and the record of a line', async () => {
  await set('example', '0', 'change');
  await page.click('#tab-table');
  await page.until(`${table}.includes('def Mercury')`);
  await set('backend', 'gen-searchable-tables', 'change');
  await page.until(`${table}.includes('constexpr Planet PlanetTable[]')`);
  const rows = (await page.value(table)).split('\n');
  const line = rows.findIndex((it) => it.includes('"Earth"'));
  const { x, y } = await page.value("(() => { const r = document.getElementById('table').getBoundingClientRect(); return { x: r.x + 60, y: r.y }; })()");
  const at = { x, y: y + 7 + 18 * line + 9, button: 'left', clickCount: 1 };
  await page.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at });
  await page.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at });
  await page.until("document.querySelector('#list [aria-current]')?.dataset.name === 'Earth'");
  await page.click('#tab-table');
});

await test('a link opens the same', async () => {
  await page.click('#share');
  await page.until("location.hash.startsWith('#1')");
  const fragment = await page.value('location.hash');
  const other = await browser.open(`${address}${fragment}`);
  await other.until(`${table}.includes('constexpr Planet PlanetTable[]')`);
  assert.equal(await other.value("document.getElementById('backend').value"), 'gen-searchable-tables');
  const text = "document.getElementById('field').value";
  assert.equal(await other.value(text), await page.value(text));
  const broken = await browser.open(`${address}${fragment.slice(0, -9)}`);
  await broken.until(`${status}.startsWith('the link is broken') || ${status}.startsWith('no errors')`);
});

await test('files and their includes', async () => {
  const { root } = await page.send('DOM.getDocument');
  const { nodeId } = await page.send('DOM.querySelector', { nodeId: root.nodeId, selector: '#files' });
  const files = ['Instructions', 'Registers', 'Base', 'Toy'].map((it) => path.join(examples, 'toy', `${it}.td`));
  await page.send('DOM.setFileInputFiles', { nodeId, files });
  await page.until("document.querySelectorAll('#tabs button').length === 5");
  await set('root', 'Toy.td', 'change');
  await page.until(`${status} === 'no errors in 4 files'`);
  await page.click('#tab-records');
  await set('filter', 'Instruction and MayLoad = 1', 'input');
  await page.until("document.querySelectorAll('#list button').length === 3");
  await set('filter', '', 'input');
});

await test('an include that is missing is named', async () => {
  await set('example', '0', 'change');
  await write('include "llvm/Target/Target.td"\n');
  await page.until(`${status}.includes('drop the folder that has llvm/Target/Target.td')`);
});

for (const [name, text] of Object.entries(deep)) {
  await test(`deep: ${name}`, async () => {
    await write(text);
    await page.until("document.body.dataset.busy === undefined");
    // The engine reports errors, or a trap ends it, which the page reports.
    assert.match(await page.value(status), /^(no errors|\d+ errors?) in 1 file|nested too deeply/);
    console.log(`     ${await page.value(`${status} + ': ' + ${problems}.slice(0, 120)`)}`);
    await alive();
  });
}

await test('a table without end stops, and the page goes on', async () => {
  await page.click('#tab-table');
  await set('backend', 'dump-json', 'change');
  await write(endless.table);
  await page.until("document.getElementById('messages').innerText.includes('a table stops here')", 40);
  await page.click('#tab-records');
  await alive();
});

await test('records without end stop', async () => {
  await write(endless.records);
  await page.until(`${problems}.includes('limit of')`, 40);
  await alive();
});

/** Checks that the page still shows the result of another text. */
async function alive() {
  const name = `r${Math.random().toString(36).slice(2)}`;
  await write(`def ${name};\n`);
  await page.until(`${status} === 'no errors in 1 file'`);
  await page.until(`document.querySelector('#list button')?.dataset.name === '${name}'`);
}

if (process.env.PICTURE) {
  // For docs/pictures: a hover, and the table.
  const other = await browser.open(address);
  const size = { width: 1100, height: 640, deviceScaleFactor: 1, mobile: false };
  await other.send('Emulation.setDeviceMetricsOverride', size);
  await other.until("document.querySelector('#list button')");
  await other.click('#tab-table');
  await other.until(`${table}.includes('def Mercury')`);
  await set('backend', 'gen-searchable-tables', 'change', other);
  await other.until(`${table}.includes('constexpr Planet PlanetTable[]')`);
  await hover('Planet', other);
  writeFileSync(process.env.PICTURE, await other.picture());
}

await test('a dark page', async () => {
  const dark = await browser.open(address, 'dark');
  await dark.until("document.querySelector('#list button')");
  assert.equal(await dark.value("getComputedStyle(document.body).backgroundColor"), 'rgb(22, 25, 29)');
  if (process.env.PICTURE_DARK) writeFileSync(process.env.PICTURE_DARK, await dark.picture());
});

await test('nothing was said that is not caught', () => {
  assert.deepEqual(browser.said, []);
});

await browser.close();
close();
process.exit(summary() ? 0 : 1);
