// The engine: the module of the extension in a worker of its own, as on the page.

import * as vscode from 'vscode';
import { Engine } from '../../../web/engine.js';

/** What runs in the worker: `editors/web/worker.js` and what it imports, which the build puts here. */
declare const WORKER: string;

export async function startEngine(extension: vscode.Uri): Promise<Engine> {
  const bytes = await vscode.workspace.fs.readFile(
    vscode.Uri.joinPath(extension, 'engine/engine.wasm'),
  );
  const module = await WebAssembly.compile(new Uint8Array(bytes));
  // The extension may come from another host than the editor, and workers may not.
  const address = URL.createObjectURL(new Blob([WORKER], { type: 'text/javascript' }));
  return new Engine(module, () => new Worker(address));
}
