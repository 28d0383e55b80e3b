// Packages the extension with a server. `TABLEGEN_ANALYZER` names the server's program; without it, it is the one
// that `cargo build --release` left. `TABLEGEN_PLATFORM` is the platform of the program, as VS Code calls it; without
// it, it is that of this machine.

import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(import.meta.dirname, '..');
const platform = process.env.TABLEGEN_PLATFORM ?? `${process.platform}-${process.arch}`;
const name = platform.startsWith('win32-') ? 'tablegen-analyzer.exe' : 'tablegen-analyzer';
const built = path.join(
  process.env.CARGO_TARGET_DIR ?? path.join(folder, '../../target'),
  'release',
  name,
);
const program = process.env.TABLEGEN_ANALYZER ?? built;
if (!existsSync(program)) {
  console.error(`no server at ${program}: run 'cargo build --release' first`);
  process.exit(1);
}
const output = process.argv[2] ?? `tablegen-analyzer-${platform}.vsix`;

rmSync(path.join(folder, 'server'), { recursive: true, force: true });
mkdirSync(path.join(folder, 'server'));
copyFileSync(program, path.join(folder, 'server', name));
chmodSync(path.join(folder, 'server', name), 0o755);
copyFileSync(path.join(folder, '../../LICENSE'), path.join(folder, 'LICENSE.txt'));
const run = (command, ...args) =>
  execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
run('npm', 'run', '--silent', 'build');
run(
  'npx',
  'vsce',
  'package',
  '--no-dependencies',
  '--target',
  platform,
  '--skip-license',
  '--allow-missing-repository',
  // Pictures are in the extension.
  '--no-rewrite-relative-links',
  '-o',
  path.resolve(output),
);
