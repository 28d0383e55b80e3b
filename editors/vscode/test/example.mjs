// Tests the extension on the bundled example: everything that a user does in the editor.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { processesBelow, startEditor } from './editor.mjs';
import { test } from './harness.mjs';
import * as user from './user_actions.mjs';

/** A table whose rows lack one of its fields: the backend reports an error at the row in line 14. */
const TABLE = `class GenericEnum { string FilterClass; string NameField; string ValueField; }
class GenericTable {
  string FilterClass;
  string FilterClassField = ?;
  string CppTypeName = FilterClass;
  list<string> Fields;
  list<string> PrimaryKey;
  string PrimaryKeyName;
  bit PrimaryKeyEarlyOut = false;
  bit PrimaryKeyReturnRange = false;
}
class SearchIndex { GenericTable Table; list<string> Key; bit EarlyOut = false; bit ReturnRange = false; }
class Row { string Name = NAME; }
def A : Row;
def Rows : GenericTable { let FilterClass = "Row"; let Fields = ["Name", "Code"]; }
`;

/** Returns `shot`, which saves a screenshot, and `check`, a test that tidies the editor and saves one if it fails. */
export function tester(page, screenshots, prefix) {
  if (screenshots) mkdirSync(screenshots, { recursive: true });
  const shot = async (name) => {
    if (screenshots)
      await page.screenshot({ path: path.join(screenshots, `${prefix}-${name}.png`) });
  };
  const check = (name, body, seconds = 240) =>
    test(
      `${prefix}: ${name}`,
      async () => {
        try {
          await body();
        } catch (error) {
          await shot(`FAILED-${name.replaceAll(/\W+/g, '-')}`);
          throw error;
        } finally {
          await user.dismiss(page);
        }
      },
      seconds,
    );
  return { shot, check };
}

export async function exampleTests({ codeServer, vsix, program, folder, screenshots }) {
  addUses(folder, program);
  commitTwice(folder);
  const { page, home, close } = await startEditor({ codeServer, extensions: [vsix], folder });
  const { shot, check } = tester(page, screenshots, 'example');
  const preview = () => user.editorOf(page, 'print-records');
  const previewText = () => user.textOf(preview());
  const showing = (pattern, what) => user.until(previewText, (it) => pattern.test(it), what);
  const marked = () =>
    user.until(
      () => markedLines(preview()),
      (it) => it > 3,
      'marked lines',
    );
  try {
    await check('errors have squiggles and messages', async () => {
      await user.openFile(page, 'Broken.td');
      await page.locator('.squiggly-error').first().waitFor();
      await user.command(page, 'Problems: Focus on Problems View');
      const problems = page.locator('.markers-panel');
      await problems.locator('.monaco-list-row', { hasText: "expected ';'" }).first().waitFor();
      await user.until(
        () => problems.locator('.monaco-list-row .marker-icon').count(),
        (it) => it === 2,
        'two problems',
      );
      await shot('errors');
      await user.command(page, 'View: Toggle Panel Visibility');
      await problems.waitFor({ state: 'hidden' });
    });

    await check("a backend's error is one problem, also while its table is shown", async () => {
      const file = path.join(folder, 'Table.td');
      writeFileSync(file, TABLE);
      await user.openFile(page, 'Table.td');
      const [command, title] = ['TableGen: Preview Generated Table', 'Preview Generated Table'];
      await user.choose(page, command, title, 'gen-searchable-tables');
      const failed = page.locator('[id$="tablegen.preview"]', { hasText: 'gen-searchable-tables' });
      await failed.waitFor();
      // The line above the empty table says why it could not be made.
      const lens = user.editorOf(page, 'gen-searchable-tables').locator('.codelens-decoration');
      await lens.filter({ hasText: /no table: .*does not have a field named/ }).waitFor();
      await shot('no-table');
      await user.openFile(page, 'Table.td');
      await user.command(page, 'Problems: Focus on Problems View');
      const problems = page.locator('.markers-panel');
      const rows = problems.locator('.monaco-list-row', { hasText: 'does not have a field named' });
      await rows.first().waitFor();
      // The diagnostics of the text after the edit replace all those of the text before it.
      await user.openFile(page, 'Table.td');
      await user.goTo(page, 1);
      await page.keyboard.type('\n');
      await user.command(page, 'Problems: Focus on Problems View');
      await rows.filter({ hasText: 'Ln 15' }).waitFor();
      assert.equal(await rows.count(), 1);
      await shot('backend-error');
      await user.command(page, 'View: Toggle Panel Visibility');
      await user.openFile(page, 'Table.td');
      await user.revert(page);
      await user.command(page, 'View: Close All Editors');
      rmSync(file);
    });

    await check(
      'what is wrong with a graph is said in its box, which keeps the graph',
      async () => {
        await user.openFile(page, 'Toy.td');
        const ask = () =>
          user.command(
            page,
            'TableGen: Find the Pattern of a Graph',
            'Find the Pattern of a Graph',
          );
        const input = await ask();
        await input.fill('(nosuchnode i32:$a)');
        await input.press('Enter');
        await page.locator('.quick-input-widget .monaco-inputbox.error').waitFor();
        assert.equal(await input.inputValue(), '(nosuchnode i32:$a)');
        await shot('wrong-graph');
        await user.dismiss(page);
        assert.equal(await (await ask()).inputValue(), '(nosuchnode i32:$a)');
      },
    );

    await check('a preview says why it is outdated, wherever its first line is', async () => {
      await user.openAt(page, folder, 'Registers.td', 'def GPR');
      const [command, title] = ['TableGen: Preview Generated Table', 'Preview Generated Table'];
      await user.choose(page, command, title, 'print-records');
      await showing(/def GPR/, 'the lines of the record');
      await user.openFile(page, 'Registers.td');
      await page.keyboard.insertText('(');
      const says = page.locator('[id$="tablegen.preview"]', {
        hasText: /outdated: Registers\.td:\d+: /,
      });
      await says.waitFor();
      await showing(/def GPR/, 'the last good text');
      await shot('outdated');
      await user.revert(page);
      await says.waitFor({ state: 'detached' });
      await user.command(page, 'View: Close All Editors');
    });

    await check('the memory of the server is a text that need not be saved', async () => {
      await user.openFile(page, 'Toy.td');
      await user.command(page, 'TableGen: Show Memory Use');
      const memory = user.editorOf(page, 'Memory of the TableGen server');
      await user.until(
        () => user.textOf(memory),
        (it) => it.includes('resident:') && it.includes('Toy.td'),
        'the memory',
      );
      await user.command(page, 'View: Close All Editors');
      await memory.waitFor({ state: 'detached' });
    });

    await check('the status bar shows the unit', async () => {
      await user.openFile(page, 'Toy.td');
      await page.locator('[id$="tablegen.unit"]', { hasText: 'Toy' }).waitFor();
    });

    await check('the name of a new record is not made of words of other texts', async () => {
      const lines = readFileSync(`${folder}/Toy.td`, 'utf8').split('\n');
      await user.openFile(page, 'Toy.td');
      await user.goTo(page, lines.length, lines.at(-1).length + 1);
      await page.keyboard.type('def AD');
      await user.command(page, 'Trigger Suggest');
      await page.locator('.suggest-widget .message', { hasText: 'No suggestions' }).waitFor();
      await user.dismiss(page);
      await user.revert(page);
    });

    await check('hover shows the expanded record', async () => {
      await user.openAt(page, folder, 'Toy.td', 'ADDrr', 2);
      await user.command(page, 'Show or Focus Hover');
      const hover = page.locator('.monaco-hover:not(.hidden)');
      await user.until(
        () => hover.first().innerText(),
        (it) => it.includes('ADDrr') && it.includes('AsmString'),
        'a hover with the record',
      );
      await shot('hover');
    });

    await check('what a source says is text in a hover, and no command', async () => {
      await user.openAt(page, folder, 'Hostile.td', 'Hostile', 2);
      await user.command(page, 'Show or Focus Hover');
      const hover = page.locator('.monaco-hover:not(.hidden)').first();
      await user.until(
        () => hover.innerText(),
        (it) =>
          ['[click](command:', '<img', 'https://example.org/a.png)'].every((text) =>
            it.includes(text),
          ),
        'the comment as it is',
      );
      await shot('hostile-hover');
      const targets = await hover
        .locator('a')
        .evaluateAll((all) => all.map((it) => `${it.dataset.href} ${it.getAttribute('href')}`));
      assert.ok(targets.length > 0, 'a link to the definition');
      assert.deepEqual(
        targets.filter((it) => it.includes('command:')),
        [],
      );
      assert.equal(await hover.locator('img, h1, h2, table, em, li').count(), 0);
      // The whole value is one block of code.
      const code = await hover.locator('.monaco-tokenized-source').allTextContents();
      assert.equal(code.length, 1);
      assert.match(code[0], /run/);
    });

    await check('what stands for different things has different colours', async () => {
      await user.openFile(page, 'Instructions.td');
      for (const theme of ['Light Modern', 'Dark Modern']) {
        await user.choose(page, 'Preferences: Color Theme', 'Color Theme', theme);
        const names = ['RR', 'Arithmetic', 'imm12', 'dst'];
        await user.until(
          async () => new Set(await colours(user.editorOf(page, 'Instructions.td'), names)).size,
          (it) => it === names.length,
          `a class, a multiclass, a record and a field apart in ${theme}`,
        );
        await shot(`colours-${theme.split(' ')[0].toLowerCase()}`);
      }
    });

    await check('a double click takes a whole name', async () => {
      await user.openAt(page, folder, 'Instructions.td', '!or(opcode', 0);
      const words = { '!or': '!or', $dst: '$dst', Arithmetic: 'Arithmetic' };
      for (const [text, wanted] of Object.entries(words)) {
        await user.openAt(page, folder, 'Instructions.td', text, 1);
        await page
          .locator('.editor-group-container.active .cursor')
          .first()
          .dblclick({ force: true });
        await page.keyboard.press('Control+F');
        const find = page.locator('.find-widget.visible textarea').first();
        await user.until(
          () => find.inputValue(),
          (it) => it === wanted,
          `${wanted} in the search`,
        );
        await page.keyboard.press('Escape');
      }
    });

    await check('jump to the definition', async () => {
      await user.openAt(page, folder, 'Toy.td', 'GPR, Pair', 1);
      await page.keyboard.press('F12');
      await user.arrived(page, 'Registers.td');
    });

    await check('completion offers classes', async () => {
      await user.openFile(page, 'Toy.td');
      await page.keyboard.press('Control+End');
      await page.keyboard.type('def Extra : Regis');
      await page.keyboard.press('Control+Space');
      const row = page.locator('.suggest-widget .monaco-list-row', { hasText: 'RegisterClass' });
      await row.first().waitFor();
      await shot('completion');
      await user.dismiss(page);
      await user.revert(page);
    });

    await check('the preview opens, and marks the lines of the record', async () => {
      // No record is on the first line, and the table stays at its top.
      await user.openFile(page, 'Registers.td');
      await user.goTo(page, 1);
      const title = 'Preview Generated Table';
      await user.choose(page, `TableGen: ${title}`, title, 'print-records');
      await showing(/class Register/, 'the table');
      await user.openAt(page, folder, 'Registers.td', 'GPR');
      await showing(/def GPR/, 'the lines of the record');
      await marked();
      await shot('preview');
    });

    await check('the preview follows as text is typed, without a flicker', async () => {
      await user.openAt(page, folder, 'Registers.td', '32, !foreach');
      await showing(/int Size = 32;/, 'the old value');
      await user.settled(preview());
      await watchFrames(page, preview());
      await page.keyboard.press('Delete');
      await page.keyboard.press('Delete');
      await page.keyboard.type('48');
      await showing(/int Size = 48;/, 'the new value');
      await user.settled(preview());
      const { frames, changed } = await framesSeen(page);
      assert.ok(frames > 2, `only ${frames} frames were drawn`);
      assert.deepEqual(changed, [], 'lines that no edit concerns kept their place and colours');
      await shot('preview-edited');
    });

    await check('the changes since the last save show as a diff', async () => {
      await user.command(page, 'TableGen: Show or Hide Changes of the Table');
      const diff = user.editorOf(page, 'since the last save');
      await user.until(
        () => user.textOf(diff),
        (it) => it.includes('int Size = 32;') && it.includes('int Size = 48;'),
        'both values',
      );
      await user.settled(diff);
      // The source keeps the keyboard focus.
      await user.editorOf(page, 'Registers.td').locator('.monaco-editor.focused').waitFor();
      await shot('preview-diff');
      await user.command(page, 'TableGen: Show or Hide Changes of the Table');
      await page.locator('.tab[aria-label*="since the last save"]').waitFor({ state: 'detached' });
      await showing(/int Size = 48;/, 'the table');
    });

    const changed = (record) =>
      page.locator(`.pane-body .monaco-list-row[aria-label*="modified ${record}"]`).first();
    const since = async (label) => {
      const title = 'Records Changed Since…';
      await user.openFile(page, 'Registers.td');
      const input = await user.command(page, `TableGen: ${title}`, title);
      await input.fill(label);
      await user.pick(page, label);
    };
    await check('records changed since the last save', async () => {
      await since('the last save');
      await changed('GPR').waitFor();
      await changed('GPR').locator('.monaco-tl-twistie').click();
      const field = '.pane-body .monaco-list-row[aria-label*="Size 32 → 48"]';
      await page.locator(field).first().waitFor();
      await shot('changes');
      await user.openFile(page, 'Registers.td');
      await user.revert(page);
      // Reverting moves the cursor past the line, and the preview goes to the next record.
      await user.openAt(page, folder, 'Registers.td', 'GPR');
      await showing(/int Size = 32;/, 'the value as saved');
    });

    const value = (text) =>
      page.locator(`.pane-body .monaco-list-row[aria-label^="${text}"]`).first();
    await check('the expansion follows edits, and what takes them back', async () => {
      await user.openAt(page, folder, 'Registers.td', 'GPR');
      await value('Size = 32').waitFor();
      await user.openAt(page, folder, 'Registers.td', '32, !foreach');
      await page.keyboard.press('Delete');
      await page.keyboard.press('Delete');
      await page.keyboard.type('48');
      await value('Size = 48').waitFor();
      await user.command(page, 'Undo');
      await user.until(
        async () => {
          if (await value('Size = 48').isVisible()) await user.command(page, 'Undo');
          return value('Size = 32').isVisible();
        },
        Boolean,
        'the value before',
      );
      // A record that is gone is not shown, and comes back with its text.
      await user.openAt(page, folder, 'Registers.td', 'Pair :');
      await value('Size = 64').waitFor();
      await user.command(page, 'Delete Line');
      const gone = page.locator('.pane-body', { hasText: 'There is no record Pair here.' });
      await gone.waitFor();
      await value('Size = ').waitFor({ state: 'detached' });
      await shot('gone');
      await user.revert(page);
      await value('Size = 64').waitFor();
      await gone.waitFor({ state: 'detached' });
    });

    await check('records changed since a revision', async () => {
      await since('another revision…');
      await (await user.line(page, 'Revision')).fill('HEAD~1');
      await page.keyboard.press('Enter');
      await changed('Pair').waitFor();
      await changed('GPR').waitFor({ state: 'detached' });
      await changed('Pair').locator('.monaco-tl-twistie').click();
      const field = '.pane-body .monaco-list-row[aria-label*="Size 16 → 64"]';
      await page.locator(field).first().waitFor();
      await since('HEAD');
      await changed('Pair').waitFor({ state: 'detached' });
      // The panel follows edits and saves, also those by a program.
      await user.openAt(page, folder, 'Registers.td', '64, !foreach');
      await page.keyboard.press('Delete');
      await page.keyboard.type('8');
      await changed('Pair').waitFor();
      await user.command(page, 'File: Save');
      await changed('Pair').waitFor();
      await page.keyboard.press('Backspace');
      await page.keyboard.type('6');
      await user.command(page, 'File: Save');
      await changed('Pair').waitFor({ state: 'detached' });
      await user.command(page, 'TableGen: Clear the Changes');
      await page.locator('.pane-body', { hasText: 'See which records an edit changes' }).waitFor();
    });

    await check('from a line of the preview to the record', async () => {
      await user.openAt(page, folder, 'Registers.td', 'Pair :');
      const line = preview().locator('.view-line', { hasText: 'def Pair' }).first();
      await line.waitFor();
      await line.click();
      await page.keyboard.press('F12');
      await user.until(
        () => user.cursor(page),
        (it) => it.includes(`Ln ${lineOf(folder, 'def Pair')},`),
        'the cursor on the record',
      );
      await user.arrived(page, 'Registers.td');
    });

    await check('from C++ and from a built file to the record', async () => {
      for (const [file, name] of [
        ['use.cpp', 'Pair'],
        ['ToyGenRegisters.inc', 'P4'],
      ]) {
        await user.openAt(page, folder, file, name, 1);
        await user.command(page, 'TableGen: Go to TableGen Record');
        await user.arrived(page, 'Registers.td');
        const text = name === 'P4' ? 'def P#i' : 'def Pair';
        await user.until(
          () => user.cursor(page),
          (it) => it.includes(`Ln ${lineOf(folder, text)},`),
          `the cursor on ${text}`,
        );
      }
      await user.openAt(page, folder, 'use.cpp', 'name', 1);
      await user.command(page, 'TableGen: Go to TableGen Record');
      await page.locator('.notification-toast', { hasText: 'No record is known' }).waitFor();
      await user.command(page, 'Notifications: Clear All Notifications');
    });

    await check('go to definition and hover in C++, where that is wanted', async () => {
      const settings = path.join(folder, '.vscode/settings.json');
      mkdirSync(path.dirname(settings), { recursive: true });
      writeFileSync(settings, JSON.stringify({ 'tablegen.cpp.links': true }));
      await user.openAt(page, folder, 'use.cpp', 'GPRRegClass', 3);
      const hover = page.locator('.monaco-hover:not(.hidden)').first();
      await user.until(
        async () => {
          await user.command(page, 'Show or Focus Hover');
          // There is no hover until the setting takes effect.
          return hover.innerText({ timeout: 1000 });
        },
        (it) => it.includes('def GPR') && it.includes('Registers.td'),
        'the record',
      );
      await shot('cpp-hover');
      await user.dismiss(page);
      await page.keyboard.press('F12');
      await user.arrived(page, 'Registers.td');
      await user.until(
        () => user.cursor(page),
        (it) => it.includes(`Ln ${lineOf(folder, 'def GPR')},`),
        'the cursor on the record',
      );
    });

    await check('from a record to where C++ mentions it', async () => {
      await user.openAt(page, folder, 'Registers.td', 'GPR', 1);
      await user.command(page, 'TableGen: Find Uses in C++');
      const peek = page.locator('.peekview-widget');
      await peek.locator('.monaco-list-row', { hasText: 'GPRRegClass' }).first().waitFor();
      await shot('cpp-uses');
      await user.dismiss(page);
      await peek.waitFor({ state: 'detached' });
    });

    await check('backends that the build runs come first, then those that fit', async () => {
      await user.openFile(page, 'Toy.td');
      await user.command(page, 'TableGen: Preview Generated Table', 'Preview Generated Table');
      const rows = page.locator('.quick-input-list .monaco-list-row');
      await rows.first().waitFor();
      const named = await rows.evaluateAll((all) =>
        all
          .sort((a, b) => Number(a.dataset.index) - Number(b.dataset.index))
          .map((it) => [
            it.querySelector('.quick-input-list-separator')?.textContent ?? '',
            it.querySelector('.label-name')?.textContent ?? '',
          ]),
      );
      const groups = named.map(([group]) => group).filter(Boolean);
      assert.ok(groups.includes('fits this root'), groups.join());
      const fits = named.findIndex(([group]) => group === 'fits this root');
      const others = named.findIndex(([group]) => group === 'all');
      const at = (name) => named.findIndex(([, it]) => it === name);
      assert.ok(at('print-records') >= fits, `${at('print-records')} ${fits}`);
      assert.ok(others === -1 || at('print-records') < others);
      await shot('backends');
    });

    await check('the record panel filters', async () => {
      const input = await user.command(page, 'TableGen: Filter Records', 'Filter Records');
      await input.fill('ADD');
      await page.locator('.monaco-list-row[aria-label^="record ADDri"]').waitFor();
      await page
        .locator('.monaco-list-row[aria-label^="record SUBri"]')
        .waitFor({ state: 'detached' });
      await page.keyboard.press('Enter');
      await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    });

    await check(
      'a record is shown with the origin of every value, by the keyboard and for a screen reader',
      async () => {
        await user.command(page, 'TableGen: Focus on Records View');
        const row = page.locator('.monaco-list-row.focused[aria-label^="record ADDri"]');
        await user.until(
          async () => {
            if (!(await row.isVisible())) await page.keyboard.press('ArrowDown');
            return row.isVisible();
          },
          Boolean,
          'the row of ADDri',
        );
        assert.match(await user.heard(page), /^treeitem: record ADDri, .*\.td:\d+$/);
        await page.keyboard.press('Enter');
        const field = page.locator('.monaco-list-row[aria-label*="AsmString = "]');
        await field.first().waitFor();
        await user.command(page, 'TableGen: Focus on Expansion View');
        await page.keyboard.press('Home');
        const rows = [];
        for (let row = 0; row < 4; row++) {
          rows.push(await user.heard(page));
          await page.keyboard.press('ArrowDown');
        }
        assert.deepEqual(rows, [
          'treeitem: ADDri, Instructions.td:41',
          'treeitem: made by',
          'treeitem: Arithmetic, Instructions.td:44',
          'treeitem: superclasses, Instruction, Format, RI',
        ]);
        assert.match(await field.first().getAttribute('aria-label'), /\.td:\d+/);
        await shot('records');
        await user.command(page, 'TableGen: Clear the Filter');
        await page.locator('.monaco-list-row[aria-label^="class Instruction"]').waitFor();
      },
    );

    await check('the unit can be chosen', async () => {
      await user.openFile(page, 'Registers.td');
      await user.command(page, 'TableGen: Select Unit', 'root file');
      const row = page.locator('.quick-input-list .monaco-list-row', { hasText: 'Toy' }).first();
      await row.waitFor();
      await shot('units');
      await user.pick(page, 'Toy');
      await page.locator('[id$="tablegen.unit"]', { hasText: 'Toy' }).waitFor();
    });

    await check('the server starts again, and the preview with it', async () => {
      const before = processesBelow(home).join();
      assert.match(before, /^\d+$/);
      await user.command(page, 'TableGen: Restart Server');
      await user.until(
        async () => processesBelow(home).join(),
        (it) => it !== before && /^\d+$/.test(it),
        'another process',
      );
      await user.openAt(page, folder, 'Registers.td', '32, !foreach');
      await page.keyboard.press('Delete');
      await page.keyboard.press('Delete');
      await page.keyboard.type('64');
      await showing(/def GPR (?:.|\n)*int Size = 64;/, 'the new value');
      await user.revert(page);
    });

    await check('rename reaches every file', async () => {
      await user.openAt(page, folder, 'Registers.td', 'GPR', 1);
      await page.keyboard.press('F2');
      const input = page.locator('.rename-box input');
      await input.waitFor();
      await input.fill('General');
      await page.keyboard.press('Enter');
      await page.locator('.tab.dirty').first().waitFor();
      await user.command(page, 'File: Save All Files');
      await user.until(
        async () => readFileSync(path.join(folder, 'Instructions.td'), 'utf8'),
        (it) => it.includes('General:$dst') && !it.includes('GPR'),
        'the new name in another file',
      );
      assert.match(readFileSync(path.join(folder, 'Registers.td'), 'utf8'), /def General : /);
    });

    for (const [theme, kind] of [
      ['Light Modern', 'vs'],
      ['Dark High Contrast', 'hc-black'],
      ['Light High Contrast', 'hc-light'],
    ]) {
      await check(`the marked lines are seen in the theme ${theme}`, async () => {
        await user.choose(page, 'Preferences: Color Theme', 'Select Color Theme', theme);
        await page.locator(`.monaco-workbench.${kind}`).waitFor();
        await user.openAt(page, folder, 'Registers.td', 'Pair :');
        await marked();
        await shot(`theme-${kind}`);
      });
    }

    await check('a large preview shows the record under the cursor first', async () => {
      const many = `class Row<list<int> numbers> { list<int> Numbers = numbers; }
def First : Row<[0]>;
foreach i = 1...60000 in def Row#i : Row<!range(300)>;
`;
      writeFileSync(path.join(folder, 'Many.td'), many);
      await user.openFile(page, 'Many.td');
      await user.goTo(page, 2, 6);
      await watchStatus(page);
      const [title, backend] = ['Preview Generated Table', 'print-detailed-records'];
      await user.choose(page, `TableGen: ${title}`, title, backend);
      const status = page.locator('[id$="tablegen.preview"]', {
        hasText: /print-detailed-records: lines [\d,]+–[\d,]+ of/,
      });
      await status.waitFor();
      const said = await page.evaluate(() => window.tablegenStatus);
      const first = said.find((it) => it.includes(backend));
      assert.match(first, /print-detailed-records: \d+ lines, the rest follows/);
      await user.until(
        () => user.textOf(user.editorOf(page, backend)),
        (it) => /First\b/.test(it) && /Row1\b/.test(it),
        'the record among the others',
      );
      await shot('preview-whole');
    });

    // This test is the last, since the view takes the keyboard focus some time after it appears.
    await check('the hierarchy of a class', async () => {
      await user.openAt(page, folder, 'Base.td', 'class Instruction', 8);
      await user.command(page, 'Types: Show Type Hierarchy');
      await shot('hierarchy');
      await page.locator('.monaco-list-row', { hasText: 'Format' }).first().waitFor();
    });
  } finally {
    await close();
  }
}

/** Writes C++ that names records, and a generated file as a build makes it. */
function addUses(folder, program) {
  const options = ['tblgen', '--print-enums', '-class=Register', 'Toy.td'];
  const built = execFileSync(program, options, { cwd: folder, encoding: 'utf8' });
  writeFileSync(path.join(folder, 'ToyGenRegisters.inc'), built.replaceAll(', ', ',\n'));
  writeFileSync(
    path.join(folder, 'use.cpp'),
    'unsigned reg = Toy::Pair + Other::name;\nauto &all = Toy::GPRRegClass;\n',
  );
  const hostile = `// # Title *and more*
// [click](command:workbench.action.closeWindow) <img src="x"> <command:workbench.action.quit>
// ![seen](https://example.org/a.png)
class Hostile<code c = [{
\`\`\`
[run](command:workbench.action.closeWindow)
}]>;
`;
  writeFileSync(path.join(folder, 'Hostile.td'), hostile);
}

/** Notes all texts that the status bar shows about a table. */
async function watchStatus(page) {
  await page.evaluate(() => {
    const all = [];
    window.tablegenStatus = all;
    const look = () => {
      const said = document.querySelector('[id$="tablegen.preview"]')?.textContent ?? '';
      if (said !== all.at(-1)) all.push(said);
    };
    const whatever = { subtree: true, childList: true, characterData: true };
    new MutationObserver(look).observe(document.body, whatever);
  });
}

/** Makes a folder a repository with two commits. In the first, pairs are 16 bits wide. */
function commitTwice(folder) {
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
      cwd: folder,
      stdio: 'ignore',
    });
  const file = path.join(folder, 'Registers.td');
  const text = readFileSync(file, 'utf8');
  git('init');
  writeFileSync(file, text.replace('RegisterClass<64,', 'RegisterClass<16,'));
  git('add', '.');
  git('commit', '-m', 'Pairs of 8 bits');
  writeFileSync(file, text);
  git('commit', '-am', 'Pairs of 32 bits');
}

/** The line of `Registers.td`, from one, that a text stands on. */
function lineOf(folder, text) {
  const whole = readFileSync(path.join(folder, 'Registers.td'), 'utf8');
  return whole.split(text)[0].split('\n').length;
}

/** The colours in which an editor shows names. */
function colours(editor, names) {
  return editor.locator('.view-line span:not(:has(span))').evaluateAll((all, names) => {
    const of = (name) => all.find((it) => it.textContent.trim() === name);
    const seen = names.map(of).filter(Boolean);
    return seen.map((it) => getComputedStyle(it).color);
  }, names);
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
