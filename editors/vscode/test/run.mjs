// `npm test`: checks, builds and packages the extension, installs it into a VS Code server, and uses
// it in a headless Chromium as a person would.
//
// $TABLEGEN_ANALYZER names the server's program (default: the result of `cargo build --release`),
// $TABLEGEN_EDITOR_TOOLS where the VS Code server is or is to be installed, $TABLEGEN_CORPUS a folder
// with LLVM's sources, and $TABLEGEN_SCREENSHOTS a folder to leave screenshots in.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exampleTests } from './example.mjs';
import { folderTests } from './folders.mjs';
import { grammarTests } from './grammar.mjs';
import { failure, summary, test } from './harness.mjs';
import { programTests } from './programs.mjs';
import { recordMapTests } from './record_map.mjs';
import { windowTests } from './window.mjs';
import { workspaceTests } from './workspace.mjs';
import { x86Tests } from './x86.mjs';

const folder = path.join(import.meta.dirname, '..');
const repository = path.join(folder, '../..');
const tools = process.env.TABLEGEN_EDITOR_TOOLS ?? path.join(repository, 'target/editors');
const codeServer = path.join(tools, 'code-server');
const corpus = process.env.TABLEGEN_CORPUS ?? path.join(repository, '../shared/corpus/llvm-19.1.7');
const program =
  process.env.TABLEGEN_ANALYZER ??
  path.join(
    process.env.CARGO_TARGET_DIR ?? path.join(repository, 'target'),
    'release/tablegen-analyzer',
  );
const screenshots = process.env.TABLEGEN_SCREENSHOTS;
const only = process.argv[2];

// Installing takes longest, so its time is the limit of every command.
const timeout = 600000;
const run = (command, ...args) =>
  execFileSync(command, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    timeout,
  });

/** Runs a program as a test. If the program fails, its output is the reason. */
const runs = (name, command, ...args) =>
  test(name, async () => {
    try {
      run(command, ...args);
    } catch (error) {
      throw new Error(`${error.stdout ?? ''}\n${error.stderr ?? ''}`.trim());
    }
  }, 240);

const home = mkdtempSync(path.join(tmpdir(), 'tablegen-test-'));
const vsix = path.join(home, 'tablegen-analyzer.vsix');
// What the editor started ends with this process.
process.on('SIGTERM', () => {
  failure('longer than all tests may take');
  summary();
  process.exit(1);
});
try {
  run(path.join(folder, '../install-tools.sh'), tools);
  if (!only) {
    await runs('types and style', 'npm', 'run', '--silent', 'check');
    await windowTests();
    await recordMapTests();
    await programTests();
    const cpp = 'node_modules/code-server/lib/vscode/extensions/cpp/syntaxes/cpp.tmLanguage.json';
    await grammarTests({
      cppGrammar: path.join(codeServer, cpp),
      folders: [path.join(repository, 'examples'), path.join(corpus, 'llvm/lib/Target/X86')].filter(
        (it) => existsSync(it),
      ),
    });
  }
  if (await runs('package', 'node', 'scripts/package.mjs', vsix)) {
    if (!only || only === 'example') {
      const example = path.join(home, 'toy');
      cpSync(path.join(repository, 'examples/toy'), example, { recursive: true });
      await exampleTests({ codeServer, vsix, program, folder: example, screenshots });
    }
    if (!only || only === 'workspace') {
      const workspace = path.join(home, 'workspace');
      cpSync(path.join(repository, 'examples/toy'), workspace, { recursive: true });
      await workspaceTests({ codeServer, vsix, program, folder: workspace, screenshots });
    }
    if (!only || only === 'folders') {
      const folders = path.join(home, 'folders');
      cpSync(path.join(repository, 'examples/toy'), path.join(folders, 'toy'), { recursive: true });
      await folderTests({ codeServer, vsix, folder: folders, screenshots });
    }
    if ((!only || only === 'x86') && existsSync(corpus)) {
      await x86Tests({ codeServer, vsix, program, folder: corpus, screenshots });
    }
  }
} catch (error) {
  failure(error.stack);
} finally {
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
process.exit(summary() ? 0 : 1);
