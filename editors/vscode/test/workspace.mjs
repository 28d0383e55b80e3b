// Tests the extension beside another one, in a workspace that is not trusted at first, and the walkthrough.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { processesBelow, startEditor } from './editor.mjs';
import { tester } from './example.mjs';
import * as user from './user_actions.mjs';

const PREVIEW = 'Preview Generated Table';

export async function workspaceTests({ codeServer, vsix, program, folder, screenshots }) {
  const rival = packageRival(`${folder}-rival`);
  const ran = (name) => existsSync(path.join(folder, name));
  prepare(folder, program);
  const { page, home, close } = await startEditor({
    codeServer,
    extensions: [vsix, rival],
    folder,
    trust: false,
    settings: {
      'security.workspace.trust.startupPrompt': 'never',
      'security.workspace.trust.untrustedFiles': 'open',
      'tablegen.external': [external(folder, 'of-user')],
      'tablegen.preview.maxLines': 100,
    },
  });
  const { shot, check } = tester(page, screenshots, 'workspace');
  const unit = page.locator('[id$="tablegen.unit"]');
  const toast = page.locator('.notification-toast', { hasText: 'also serves .td files' });
  const previewText = () => user.textOf(user.editorOf(page, 'print-records'));
  const showing = (text) =>
    user.until(previewText, (it) => it.includes(text), `${text} in the preview`);
  /** The names of the backends that are offered for an external command's name. */
  const offered = async () => {
    await user.openFile(page, 'Toy.td');
    const input = await user.command(page, `TableGen: ${PREVIEW}`, PREVIEW);
    const rows = page.locator('.quick-input-list .monaco-list-row .label-name');
    await rows.filter({ hasText: 'print-records' }).first().waitFor();
    await input.fill('of-');
    await rows.filter({ hasText: 'print-records' }).waitFor({ state: 'detached' });
    const names = await rows.allTextContents();
    await user.dismiss(page);
    return names.filter((it) => it.startsWith('of-')).join(' ');
  };
  const button = (name) => toast.locator('.monaco-button', { hasText: name }).click();
  try {
    await check('another extension is noticed, and stepped aside for', async () => {
      const processes = (count) =>
        user.until(
          async () => processesBelow(home).length,
          (it) => it === count,
          `${count} servers`,
        );
      await toast.waitFor();
      assert.match(await toast.innerText(), /Rival/);
      await processes(1);
      await shot('notice');
      await button('Step Aside');
      await processes(0);
    });

    await check('and taken over from', async () => {
      await user.command(page, 'TableGen: Choose Between Extensions for .td Files');
      await toast.waitFor();
      await button('Take Over');
      await page.locator('.extensions-list .monaco-list-row', { hasText: 'Rival' }).waitFor();
      await user.openFile(page, 'Toy.td');
      await page.locator('[id="status.editor.mode"]', { hasText: 'TableGen' }).waitFor();
      await unit.filter({ hasText: 'Toy' }).waitFor();
      assert.equal(processesBelow(home).length, 1);
    });

    await check('nothing of an untrusted workspace runs', async () => {
      await page.locator('[id="status.workspaceTrust"], [id$="workspaceTrust"]').first().waitFor();
      assert.equal(await offered(), '');
      // The server that the workspace's settings name is not started, nor are its external backends.
      assert.ok(!ran('of-server'));
      await user.openAt(page, folder, 'Registers.td', 'GPR');
      await user.choose(page, `TableGen: ${PREVIEW}`, PREVIEW, 'print-records');
      await showing('def GPR');
      for (const name of ['of-user', 'of-workspace']) assert.ok(!ran(name), name);
    });

    await check('a part of a table, and the whole', async () => {
      const status = page.locator('[id$="tablegen.preview"]');
      await status.filter({ hasText: /lines \d+–\d+ of 377/ }).waitFor();
      await user.openAt(page, folder, 'Toy.td', 'def Toy', 4);
      await showing('def Toy ');
      await shot('part');
      await user.command(page, 'TableGen: Show the Whole Generated Table');
      await status.filter({ hasText: '377 lines' }).waitFor();
      await showing('def Toy ');
    });

    await check('the workspace is trusted, and what it names runs', async () => {
      await user.command(page, 'Workspaces: Manage Workspace Trust');
      const trust = page.locator('.workspace-trust-editor .monaco-button', { hasText: /^Trust$/ });
      await trust.first().click();
      await user.until(async () => ran('of-server'), Boolean, "the workspace's server");
      await user.openFile(page, 'Toy.td');
      await unit.filter({ hasText: 'Toy' }).waitFor();
      assert.equal(await offered(), 'of-workspace');
      await user.choose(page, `TableGen: ${PREVIEW}`, PREVIEW, 'of-workspace');
      await user.until(
        () => user.textOf(user.editorOf(page, 'of-workspace')),
        (it) => it.includes('it ran'),
        'what it wrote',
      );
      assert.ok(ran('of-workspace'));
    });

    await check('the walkthrough', async () => {
      const input = await user.command(page, 'Welcome: Open Walkthrough', 'Select a walkthrough');
      await input.fill('TableGen at a Glance');
      await user.pick(page, 'TableGen at a Glance');
      const steps = page.locator('.gettingStartedContainer .getting-started-step');
      await user.until(
        () => steps.count(),
        (it) => it === 5,
        'five steps',
      );
      const picture = page
        .frameLocator('iframe.webview.ready')
        .last()
        .frameLocator('#active-frame');
      await user.until(
        () =>
          picture
            .locator('img')
            .first()
            .evaluate((it) => it.naturalWidth),
        (it) => it > 100,
        'a picture',
      );
      await shot('walkthrough');
    });
  } finally {
    await close();
  }
}

/** An external backend that creates a file when it runs. */
function external(folder, name) {
  const command = `touch '${path.join(folder, name)}' && echo 'it ran'`;
  return { name, command: ['sh', '-c', command], input: 'json', language: 'text' };
}

/** Writes settings of a workspace that name programs: a backend, and a server that creates a file when it runs. */
function prepare(folder, program) {
  const server = path.join(folder, 'server.sh');
  const trace = path.join(folder, 'of-server');
  writeFileSync(server, `#!/bin/sh\ntouch '${trace}'\nexec '${program}' "$@"\n`, { mode: 0o755 });
  mkdirSync(path.join(folder, '.vscode'));
  writeFileSync(
    path.join(folder, '.vscode/settings.json'),
    JSON.stringify({
      'tablegen.server.path': server,
      'tablegen.external': [external(folder, 'of-workspace')],
    }),
  );
}

/** Packages another extension, which has a language of another name for `.td` files. */
function packageRival(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const languages = [{ id: 'rival-td', aliases: ['Rival'], extensions: ['.td'] }];
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({
      name: 'rival',
      displayName: 'Rival',
      publisher: 'test',
      version: '1.0.0',
      engines: { vscode: '^1.82.0' },
      contributes: { languages },
    }),
  );
  writeFileSync(path.join(folder, 'README.md'), 'Another extension for .td files.\n');
  const file = path.join(folder, 'rival.vsix');
  const vsce = path.join(import.meta.dirname, '../node_modules/.bin/vsce');
  const options = ['--no-dependencies', '--skip-license', '--allow-missing-repository', '-o', file];
  execFileSync(vsce, ['package', ...options], { cwd: folder, stdio: 'ignore', timeout: 60000 });
  return file;
}
