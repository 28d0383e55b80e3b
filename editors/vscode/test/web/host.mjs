// A web server with VS Code for the Web, the extension and a file system in memory, and Chromium with its page.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { chromium } from 'playwright-core';

const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/**
 * Opens a workspace in VS Code for the Web. `files` has the texts of its files by their paths. Returns the page, and
 * `close`, which ends everything.
 */
export async function openEditor({ vscode, extension, files, settings = {} }) {
  const { address, server } = await host({ vscode, extension, files, settings });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(60000);
  const said = [];
  page.on('console', (it) => said.push(it.text()));
  page.on('pageerror', (it) => said.push(String(it)));
  const close = async () => {
    await browser.close();
    server.close();
  };
  try {
    await page.goto(address);
    await page.waitForSelector('.explorer-folders-view .monaco-list-row');
    return { page, said, close };
  } catch (error) {
    console.log(said.slice(0, 30).join('\n'));
    await close();
    throw error;
  }
}

async function host({ vscode, extension, files, settings }) {
  const folders = {
    '/vscode/': vscode,
    '/extension/': extension,
    '/fs/': path.join(import.meta.dirname, 'fs'),
  };
  const made = {};
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://host');
    const [start, folder] = Object.entries(folders).find(([it]) => pathname.startsWith(it)) ?? [];
    try {
      const body = made[pathname] ?? readFileSync(path.join(folder, pathname.slice(start.length)));
      const type = TYPES[path.extname(pathname || '/index.html')] ?? 'text/plain';
      response.writeHead(200, { 'content-type': pathname === '/' ? 'text/html' : type }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const authority = `127.0.0.1:${server.address().port}`;
  const builtin = ['extension', 'fs', 'vscode/extensions/theme-defaults', 'vscode/extensions/cpp'];
  made['/product.json'] = JSON.stringify({
    productConfiguration: { nameShort: 'Code', nameLong: 'Code', version: '1.91.1' },
    folderUri: { scheme: 'memory', path: '/workspace' },
    additionalBuiltinExtensions: builtin.map((it) => ({
      scheme: 'http',
      authority,
      path: `/${it}`,
    })),
    configurationDefaults: {
      'workbench.startupEditor': 'none',
      'files.autoSave': 'off',
      'workbench.colorTheme': 'Default Dark Modern',
      'editor.minimap.enabled': false,
      'editor.accessibilitySupport': 'off',
      'extensions.ignoreRecommendations': true,
      ...settings,
    },
  });
  const paths = Object.entries(files).map(([name, text]) => [`/workspace/${name}`, text]);
  made['/workspace.json'] = JSON.stringify(Object.fromEntries(paths));
  const page = readFileSync(
    path.join(vscode, 'out/vs/code/browser/workbench/workbench.html'),
    'utf8',
  );
  made['/'] = page
    .replaceAll('{{WORKBENCH_WEB_BASE_URL}}', '/vscode')
    .replaceAll(/\{\{\w+\}\}/g, '');
  return { address: `http://${authority}/`, server };
}
