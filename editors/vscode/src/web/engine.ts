// Starts the engine: the WebAssembly module of the extension, in a worker of its own as on the web page.

import * as vscode from 'vscode';
import { Engine } from '../../../web/engine.js';

/** The script of the worker: `editors/web/worker.js` and its imports, which the build inserts here. */
declare const WORKER: string;

export async function startEngine(extension: vscode.Uri): Promise<Engine> {
  const bytes = await vscode.workspace.fs.readFile(
    vscode.Uri.joinPath(extension, 'engine/engine.wasm'),
  );
  const module = await WebAssembly.compile(new Uint8Array(bytes));
  // A worker must come from the editor's host, but the extension may come from another one.
  const address = URL.createObjectURL(new Blob([WORKER], { type: 'text/javascript' }));
  return new Engine(module, () => new Worker(address));
}
