// Tests the extension in VS Code for the Web, as a user works with it.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { summary, test } from '../harness.mjs';
import * as user from '../user_actions.mjs';
import { openEditor } from './host.mjs';

const [vscode, extension] = process.argv.slice(2);
const repository = path.join(import.meta.dirname, '../../../..');
const corpus = process.env.TABLEGEN_CORPUS ?? path.join(repository, '../shared/corpus/llvm-19.1.7');
const screenshots = process.env.TABLEGEN_SCREENSHOTS;

/** The texts of the files below a folder of a source tree. */
function texts(tree, folder) {
  const found = {};
  for (const entry of readdirSync(path.join(tree, folder), { recursive: true })) {
    const name = path.join(folder, entry);
    if (name.endsWith('.td')) found[name] = readFileSync(path.join(tree, name), 'utf8');
  }
  return found;
}

const hover = (page) => page.locator('.monaco-hover:not(.hidden)').first();

async function openFile(page, name) {
  const input = await user.command(page, 'Memory: Open File', 'File to Open');
  await input.fill(name);
  await page.keyboard.press('Enter');
  await user.arrived(page, name.split('/').pop());
}

async function problem(page, text) {
  await user.command(page, 'Problems: Focus on Problems View');
  const row = page.locator('.markers-panel .monaco-list-row', { hasText: text });
  await row.first().waitFor();
  await user.command(page, 'View: Toggle Panel Visibility');
}

/** Puts the cursor on a text of a file, and returns the text of the hover there. */
async function hoverAt(page, files, name, text, accept) {
  await moveTo(page, files, name, text);
  await user.command(page, 'Show or Focus Hover');
  const said = await user.until(() => hover(page).innerText(), accept, `a hover on ${text}`);
  await user.dismiss(page);
  return said;
}

async function moveTo(page, files, name, text) {
  const lines = files[name].split(text)[0].split('\n');
  await openFile(page, name);
  await user.goTo(page, lines.length, lines.at(-1).length + 2);
}

async function testsOf(title, options, body) {
  const { page, said, close } = await openEditor({ vscode, extension, ...options });
  const picture = async (name) => {
    if (!screenshots) return;
    mkdirSync(screenshots, { recursive: true });
    await page.screenshot({ path: path.join(screenshots, `web-${name}.png`) });
  };
  const check = (name, work, seconds = 120) =>
    test(
      `${title}: ${name}`,
      async () => {
        try {
          await work();
        } catch (error) {
          await picture(`FAILED-${name.replaceAll(/\W+/g, '-')}`);
          console.log(said.slice(-20).join('\n'));
          throw error;
        } finally {
          await user.dismiss(page);
        }
      },
      seconds,
    );
  try {
    await body({ page, check, picture });
  } finally {
    await close();
  }
}

const toy = texts(path.join(repository, 'examples/toy'), '.');
const unit = (page, text) => page.locator('[id$="tablegen.unit"]', { hasText: text });

await testsOf('toy', { files: toy }, async ({ page, check, picture }) => {
  await check('the first diagnostic', async () => {
    const started = Date.now();
    await openFile(page, 'Broken.td');
    await page.locator('.squiggly-error').first().waitFor();
    console.log(`     ${Date.now() - started} ms after the file was asked for`);
    await problem(page, "expected ';'");
  });

  await check('the unit is that of the root which includes the file', async () => {
    await openFile(page, 'Instructions.td');
    await unit(page, 'Toy').waitFor();
    assert.equal(await page.locator('.squiggly-error').count(), 0);
  });

  await check('a mistake is an error while one types', async () => {
    await openFile(page, 'Toy.td');
    await user.goTo(page, 4);
    await page.keyboard.type('\ndef Wrong : Nope;\n');
    await problem(page, "Couldn't find class 'Nope'");
    await openFile(page, 'Toy.td');
    await user.revert(page);
    await page.locator('.squiggly-error').first().waitFor({ state: 'detached' });
  });

  await check('a hover shows the record', async () => {
    const said = await hoverAt(page, toy, 'Toy.td', 'ADDrr', (it) => it.includes('AsmString'));
    assert.match(said, /def ADDrr/);
  });

  await check('a definition in another file', async () => {
    await moveTo(page, toy, 'Instructions.td', 'Instruction<mnemonic');
    await page.keyboard.press('F12');
    await user.arrived(page, 'Base.td');
  });

  await check('names have colours of their own', async () => {
    await openFile(page, 'Instructions.td');
    await page.locator('.view-line span[class*="mtk"]').first().waitFor();
  });

  await check('a table beside the source, and the record of a line', async () => {
    await openFile(page, 'Toy.td');
    const title = 'Preview Generated Table';
    await user.choose(page, 'TableGen: Preview Generated Table', title, 'print-records');
    const table = user.editorOf(page, 'print-records');
    const text = () => user.textOf(table);
    await user.until(text, (it) => it.includes('class Format<'), 'a table');
    await picture('table');
    await openFile(page, 'Toy.td');
    await user.goTo(page, 4);
    await page.keyboard.type('def\n');
    await table.locator('.codelens-decoration', { hasText: 'outdated' }).waitFor();
    await user.revert(page);
    await table.locator('.codelens-decoration').waitFor({ state: 'detached' });
    await table.locator('.view-line').first().click();
    await page.keyboard.press('Control+End');
    await table.locator('.view-line', { hasText: /^def.SUBrr/ }).click();
    await page.keyboard.press('F12');
    await user.arrived(page, 'Instructions.td');
  });

  await check('records, and one in full', async () => {
    await openFile(page, 'Toy.td');
    await user.command(page, 'TableGen: Show Records');
    const rows = page.locator('[id="workbench.view.extension.tablegen"] .monaco-list-row');
    await rows.filter({ hasText: 'ADDrr' }).first().click();
    const record = user.editorOf(page, 'ADDrr');
    await user.until(
      () => user.textOf(record),
      (it) => it.includes('AsmString'),
      'the record',
    );
    await picture('records');
  });

  await check('commands of the desktop are not offered', async () => {
    await page.keyboard.press('F1');
    const input = await user.line(page, 'Type the name of a command');
    await input.fill('>TableGen: ');
    const rows = page.locator('.quick-input-list .monaco-list-row');
    await rows.first().waitFor();
    const names = (await rows.allInnerTexts()).join('\n');
    assert.match(names, /Show Records/);
    assert.doesNotMatch(names, /Restart Server|Decode Machine Code|Show Memory/);
  });
});

if (existsSync(corpus)) {
  const files = { ...texts(corpus, 'llvm/include'), ...texts(corpus, 'llvm/lib/Target/RISCV') };
  await testsOf(
    'RISC-V',
    { files, settings: { 'tablegen.compat': 19 } },
    async ({ page, check }) => {
      await check('a file of a target is read in it', async () => {
        const started = Date.now();
        await openFile(page, 'llvm/lib/Target/RISCV/RISCVInstrInfo.td');
        await unit(page, 'RISCV LLVM 19').waitFor();
        console.log(`     ${Date.now() - started} ms after the file was asked for`);
        assert.equal(await page.locator('.squiggly-error').count(), 0);
      });
    },
  );
}

process.exit(summary() ? 0 : 1);
