// Tests the extension in a workspace of several folders, one of which has a build folder of Ninja outside of it.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startEditor } from './editor.mjs';
import { tester } from './example.mjs';
import * as user from './user_actions.mjs';

const SOURCE = `class Register<int n> { int Number = n; }
#ifdef LARGE
def Large : Register<64>;
#endif
def Small : Register<8>;
`;

export async function folderTests({ codeServer, vsix, folder, screenshots }) {
  const workspace = prepare(folder);
  const { page, close } = await startEditor({ codeServer, extensions: [vsix], folder: workspace });
  const { shot, check } = tester(page, screenshots, 'folders');
  const unit = page.locator('[id$="tablegen.unit"]');
  const value = (text) =>
    page.locator(`.pane-body .monaco-list-row[aria-label^="${text}"]`).first();
  try {
    await check('each folder has its units', async () => {
      await user.openFile(page, 'Toy.td');
      await unit.filter({ hasText: /Toy\.td LLVM \d+/ }).waitFor();
      await user.openFile(page, 'Other.td');
      await unit.filter({ hasText: /Other\.td LLVM \d+/ }).waitFor();
    });

    await check('a build folder says how a root is read and which tables it makes', async () => {
      await user.command(page, 'TableGen: Select Unit', 'root file');
      const row = page.locator('.quick-input-list .monaco-list-row', { hasText: 'build.ninja' });
      await row.first().waitFor();
      assert.match(await row.first().innerText(), /-DLARGE/);
      await shot('units');
      await user.dismiss(page);
      const input = await user.command(
        page,
        'TableGen: Preview Generated Table',
        'Preview Generated Table',
      );
      const first = page.locator('.quick-input-list .monaco-list-row').first();
      await user.until(
        () => first.innerText(),
        (it) => it.includes('run by the build') && it.includes('print-enums'),
        'the table of the build',
      );
      await input.press('Escape');
    });

    await check("panels go along to another folder's unit", async () => {
      await user.command(page, 'TableGen: Focus on Records View');
      await value('class Register, 2 records').waitFor();
      await user.openAt(page, path.join(folder, 'other'), 'Other.td', 'Large');
      await value('Number = 64').waitFor();
      await user.openFile(page, 'Toy.td');
      await value('class Instruction').waitFor();
      await value('Number = 64').waitFor({ state: 'detached' });
      await shot('panels');
      await user.openFile(page, 'Other.td');
      await value('class Register, 2 records').waitFor();
    });

    await check('an edit says which tables it changes', async () => {
      const changedSince = async () => {
        await user.choose(
          page,
          'TableGen: Tables Changed Since…',
          'Tables Changed Since…',
          'the last save',
        );
        await user.line(page, 'Tables since the last save');
        const rows = page.locator('.quick-input-list .monaco-list-row');
        return (await rows.allInnerTexts()).join('\n');
      };
      await user.openFile(page, 'Other.td');
      await user.goTo(page, 1);
      await page.keyboard.type('// Registers.');
      await page.keyboard.press('Enter');
      assert.match(await changedSince(), /No functional change/);
      await shot('same-tables');
      await user.dismiss(page);
      await user.goTo(page, 6, 'def Small'.length + 1);
      await page.keyboard.type('er');
      assert.match(await changedSince(), /Other\.inc[\s\S]*\+1 −1 lines/);
      await shot('changed-tables');
      await user.dismiss(page);
      await user.revert(page);
    });

    await check('uses in C++ are found in all folders', async () => {
      await user.openAt(page, path.join(folder, 'other'), 'Other.td', 'Small', 1);
      await user.command(page, 'TableGen: Find Uses in C++');
      const peek = page.locator('.peekview-widget');
      await peek.locator('.monaco-list-row', { hasText: 'Other::Small' }).first().waitFor();
      await user.dismiss(page);
      await peek.waitFor({ state: 'detached' });
    });
  } finally {
    await close();
  }
}

/** Writes the other folder and its build folder. Returns the path of the workspace file. */
function prepare(folder) {
  const at = (...names) => path.join(folder, ...names);
  for (const it of ['other', 'build']) mkdirSync(at(it));
  writeFileSync(at('other', 'Other.td'), SOURCE);
  writeFileSync(at('toy', 'use.cpp'), 'unsigned reg = Other::Small;\n');
  const words = `-print-enums -class=Register -DLARGE ${at('other', 'Other.td')} -o Other.inc`;
  writeFileSync(
    at('build', 'build.ninja'),
    `rule CUSTOM_COMMAND
  command = $COMMAND
build Other.inc: CUSTOM_COMMAND ${at('other', 'Other.td')}
  COMMAND = cd ${at('build')} && /usr/bin/llvm-tblgen ${words}
`,
  );
  const workspace = at('all.code-workspace');
  writeFileSync(
    workspace,
    JSON.stringify({
      folders: [{ path: 'toy' }, { path: 'other' }],
      settings: { 'tablegen.buildFolders': [at('build')] },
    }),
  );
  return workspace;
}
