// A VS Code server with the packaged extension, and a headless Chromium to use it with.

import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';

/**
 * Starts the server and Chromium on a folder or a `.code-workspace`, with packaged extensions. Returns the page, the
 * places of what was installed, and `close`, which ends both and removes the files that they wrote.
 */
export async function startEditor({ codeServer, extensions, folder, settings = {}, trust = true }) {
  const home = mkdtempSync(path.join(tmpdir(), 'tablegen-editor-'));
  const userData = path.join(home, 'user');
  const common = ['--user-data-dir', userData, '--extensions-dir', path.join(home, 'extensions')];
  const entry = path.join(codeServer, 'node_modules/code-server/out/node/entry.js');
  mkdirSync(path.join(userData, 'User'), { recursive: true });
  writeFileSync(
    path.join(userData, 'User/settings.json'),
    JSON.stringify({
      'workbench.startupEditor': 'none',
      'files.autoSave': 'off',
      'editor.accessibilitySupport': 'off',
      'editor.minimap.enabled': false,
      'workbench.colorTheme': 'Default Dark Modern',
      'window.autoDetectColorScheme': false,
      'extensions.ignoreRecommendations': true,
      'git.openRepositoryInParentFolders': 'never',
      ...settings,
    }),
  );
  const env = { ...process.env, HOME: home };
  const install = extensions.flatMap((it) => ['--install-extension', it]);
  execFileSync('node', [entry, ...common, ...install], { env, stdio: 'ignore', timeout: 120000 });

  const port = await freePort();
  const server = spawn(
    'node',
    [
      entry,
      ...['--bind-addr', `127.0.0.1:${port}`, '--auth', 'none', '--disable-telemetry'],
      ...['--disable-update-check', ...common, ...(trust ? ['--disable-workspace-trust'] : [])],
    ],
    { env, stdio: 'ignore', detached: true },
  );
  const base = `http://127.0.0.1:${port}`;
  let browser;
  const signal = (name) => {
    try {
      process.kill(-server.pid, name);
    } catch {
      // The process has already ended.
    }
  };
  const kill = () => signal('SIGKILL');
  const ended = new Promise((resolve) => server.once('exit', resolve));
  process.once('exit', kill);
  const close = async () => {
    await Promise.race([browser?.close().catch(() => undefined), wait(10000)]);
    signal('SIGTERM');
    await Promise.race([ended, wait(5000)]);
    kill();
    process.off('exit', kill);
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    await untilServed(base);
    browser = await chromium.launchPersistentContext(path.join(home, 'profile'), {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      timeout: 60000,
      viewport: { width: 1440, height: 900 },
      args: [
        ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
        ...['--disable-background-networking', '--disable-component-update'],
      ],
    });
    const page = browser.pages()[0] ?? (await browser.newPage());
    page.setDefaultTimeout(60000);
    const kind = folder.endsWith('.code-workspace') ? 'workspace' : 'folder';
    await page.goto(`${base}/?${kind}=${encodeURIComponent(folder)}`);
    await page.waitForSelector('.monaco-workbench', { timeout: 60000 });
    await page.waitForSelector('.explorer-folders-view .monaco-list-row', { timeout: 60000 });
    return { page, home, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The processes whose program is below a folder. */
export function processesBelow(folder) {
  return readdirSync('/proc').filter((id) => {
    try {
      return /^\d+$/.test(id) && readlinkSync(`/proc/${id}/exe`).startsWith(`${folder}/`);
    } catch {
      return false;
    }
  });
}

function wait(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function untilServed(base) {
  for (let attempt = 0; attempt < 300; attempt++) {
    const signal = AbortSignal.timeout(5000);
    const answer = await fetch(`${base}/healthz`, { signal }).catch(() => undefined);
    if (answer?.ok) return;
    await wait(200);
  }
  throw new Error('the VS Code server does not answer');
}
