// Builds the extension for VS Code in a browser: `dist/web/extension.js`, which contains the script of its worker.

import path from 'node:path';
import { buildSync } from 'esbuild';

const common = {
  bundle: true,
  minify: true,
  target: 'es2022',
  absWorkingDir: path.join(import.meta.dirname, '..'),
};
const worker = buildSync({
  ...common,
  entryPoints: ['../web/worker.js'],
  format: 'iife',
  write: false,
});
buildSync({
  ...common,
  entryPoints: ['src/web/extension.ts'],
  format: 'cjs',
  external: ['vscode'],
  define: { WORKER: JSON.stringify(worker.outputFiles[0].text) },
  outfile: 'dist/web/extension.js',
});
