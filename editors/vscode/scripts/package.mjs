// Packages the extension with a server. `TABLEGEN_ANALYZER` names the server's program; the default is the result of
// `cargo build --release`. `TABLEGEN_PLATFORM` is VS Code's name for the program's platform; the default is this
// machine's.
//
// The platform `web` is VS Code in a browser, where no program can be started. Its package has the engine of the web
// page instead: the file that `TABLEGEN_ENGINE` names, or by default the result of `cargo run -p xtask -- web`.

import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(import.meta.dirname, '..');
const platform = process.env.TABLEGEN_PLATFORM ?? `${process.platform}-${process.arch}`;
const target = process.env.CARGO_TARGET_DIR ?? path.join(folder, '../../target');
const output = process.argv[2] ?? `tablegen-analyzer-${platform}.vsix`;

for (const it of ['server', 'engine'])
  rmSync(path.join(folder, it), { recursive: true, force: true });
if (platform === 'web') {
  const built = path.join(target, 'web/engine.wasm');
  const engine = process.env.TABLEGEN_ENGINE ?? built;
  add(engine, 'engine/engine.wasm', 'cargo run -p xtask -- web');
} else {
  const name = platform.startsWith('win32-') ? 'tablegen-analyzer.exe' : 'tablegen-analyzer';
  const program = process.env.TABLEGEN_ANALYZER ?? path.join(target, 'release', name);
  add(program, `server/${name}`, 'cargo build --release');
  chmodSync(path.join(folder, 'server', name), 0o755);
}
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
  // The pictures of the README are in the package.
  '--no-rewrite-relative-links',
  '-o',
  path.resolve(output),
);

/** Puts a file into the package. The message about a missing file names `command`, which makes the file. */
function add(file, name, command) {
  if (!existsSync(file)) {
    console.error(`there is no ${file}: run '${command}' first`);
    process.exit(1);
  }
  mkdirSync(path.join(folder, path.dirname(name)));
  copyFileSync(file, path.join(folder, name));
}
