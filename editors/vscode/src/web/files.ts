// The files of the workspace: their names, and their texts as they are in the editor, or else where they are kept.

import * as vscode from 'vscode';

/** The most files that are named, and the most folders that are looked into where the editor cannot search. */
const MOST_FILES = 20_000;
const MOST_FOLDERS = 2_000;
/** The largest file, and the most of all, in bytes. */
const LARGEST = 16 << 20;
const MOST = 256 << 20;
/** How long a search may take until folders are looked into as well, in milliseconds. */
const PATIENCE = 300;

/** The documents that are shown with what the engine says, not what it makes or an earlier version of a file. */
export function isSource(document: vscode.TextDocument): boolean {
  const { uri, languageId } = document;
  if (languageId !== 'tablegen') return false;
  return (
    vscode.workspace.getWorkspaceFolder(uri) !== undefined ||
    ['file', 'untitled'].includes(uri.scheme)
  );
}

/** How the engine calls a file: by its path in the workspace. */
export function pathOf(uri: vscode.Uri): string {
  return vscode.workspace.asRelativePath(uri);
}

export class Files {
  /** The files by their paths. */
  #uris = new Map<string, vscode.Uri>();
  #listing: Promise<void> | undefined;
  /** What has been read of files that are not open. */
  #texts = new Map<string, string>();
  #bytes = 0;

  /** The paths of all files, with that of a document. */
  async paths(document: vscode.TextDocument): Promise<string[]> {
    const path = pathOf(document.uri);
    this.#listing ??= this.#list(path);
    await this.#listing;
    this.#uris.set(path, document.uri);
    return [...this.#uris.keys()];
  }

  /** The file at a path that the engine says. */
  uri(path: string): vscode.Uri | undefined {
    return this.#uris.get(path);
  }

  /** Files have come or gone. */
  relist(): void {
    this.#listing = undefined;
  }

  /** The text of a file has changed where it is kept. */
  forget(path: string): void {
    const text = this.#texts.get(path);
    this.#bytes -= text?.length ?? 0;
    this.#texts.delete(path);
  }

  /** The texts that are known without a look at where they are kept. */
  known(): Map<string, string> {
    const open = vscode.workspace.textDocuments.filter(isSource);
    return new Map([
      ...this.#texts,
      ...open.map((it): [string, string] => [pathOf(it.uri), unixText(it)]),
    ]);
  }

  /** The text of a file; nothing if it cannot be read, or is too large. */
  async text(path: string): Promise<string | undefined> {
    const uri = this.#uris.get(path);
    const open = vscode.workspace.textDocuments.find((it) => `${it.uri}` === `${uri}`);
    if (open) return unixText(open);
    const known = this.#texts.get(path);
    if (known !== undefined || !uri) return known;
    try {
      const bytes = await vscode.workspace.fs.readFile(uri);
      if (bytes.length > LARGEST || this.#bytes + bytes.length > MOST) return undefined;
      const text = unixLines(new TextDecoder().decode(bytes));
      this.#bytes += text.length;
      this.#texts.set(path, text);
      return text;
    } catch {
      return undefined;
    }
  }

  async #list(wanted: string): Promise<void> {
    let isFound = false;
    const searched = (async () => {
      const all = await vscode.workspace.findFiles('**/*.td', undefined, MOST_FILES);
      isFound = all.some((it) => pathOf(it) === wanted);
      if (!isFound) throw new Error('not all files can be searched');
      return all;
    })();
    // Where nothing can be searched there is no answer, ever.
    const walked = new Promise((resolve) => setTimeout(resolve, PATIENCE)).then(() =>
      isFound ? searched : walk(),
    );
    const found = await Promise.any([searched, walked]);
    this.#uris = new Map(found.map((it) => [pathOf(it), it]));
  }
}

/** All `.td` files, the outer ones first. */
async function walk(): Promise<vscode.Uri[]> {
  const folders = (vscode.workspace.workspaceFolders ?? []).map((it) => it.uri);
  const found: vscode.Uri[] = [];
  for (let at = 0; at < folders.length && at < MOST_FOLDERS && found.length < MOST_FILES; at++) {
    const folder = folders[at]!;
    const entries = await vscode.workspace.fs.readDirectory(folder).then(
      (it) => it,
      () => [],
    );
    for (const [name, type] of entries) {
      const uri = vscode.Uri.joinPath(folder, name);
      if (type & vscode.FileType.Directory) {
        if (!name.startsWith('.') && name !== 'node_modules') folders.push(uri);
      } else if (name.endsWith('.td')) {
        found.push(uri);
      }
    }
  }
  return found;
}

function unixText(document: vscode.TextDocument): string {
  const text = document.getText();
  return document.eol === vscode.EndOfLine.LF ? text : unixLines(text);
}

function unixLines(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
}
