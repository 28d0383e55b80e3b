// Tests which program of a name is taken from the PATH.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { test } from './harness.mjs';

const built = buildSync({
  entryPoints: [path.join(import.meta.dirname, '../src/programs.ts')],
  bundle: true,
  format: 'esm',
  platform: 'node',
  write: false,
});
const { findOnPath } = await import(
  `data:text/javascript,${encodeURIComponent(built.outputFiles[0].text)}`
);

export async function programTests() {
  await test('programs: none that the workspace brings along', async () => {
    const home = mkdtempSync(path.join(tmpdir(), 'tablegen-programs-'));
    const before = process.cwd();
    try {
      const at = (...names) => path.join(home, ...names);
      for (const folder of ['workspace', 'workspace/bin', 'links', 'tools']) mkdirSync(at(folder));
      for (const it of ['workspace/run', 'workspace/bin/run', 'tools/run'])
        writeFileSync(at(it), '');
      symlinkSync(at('workspace/run'), at('links/run'));
      process.chdir(at('workspace'));
      const find = (folders, ...searched) =>
        findOnPath(
          'run',
          searched.join(path.delimiter),
          folders.map((it) => at(it)),
        );
      const own = ['workspace'];
      assert.equal(find(own, '.', '', 'bin', at('workspace'), at('workspace/bin')), undefined);
      assert.equal(find(own, at('links')), undefined);
      assert.equal(find(own, '.', at('missing'), at('tools')), at('tools/run'));
      assert.equal(find([], '.', at('workspace/bin')), at('workspace/bin/run'));
    } finally {
      process.chdir(before);
      rmSync(home, { recursive: true, force: true });
    }
  });
}
