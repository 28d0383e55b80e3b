// Which unit a file is read in: one that the user chose, one from the settings, or one whose root includes the file and
// is not included itself. A browser has no build that names the units.

import * as vscode from 'vscode';
import { type Files, pathOf } from './files';
import type { Unit } from './protocol';

/** The most files that are read to find includes. If there are more, only those in the file's own folder are read. */
const MOST_READ = 300;

interface UnitSetting {
  root: string;
  includeDirs?: string[];
  macros?: string[];
}

export class Units {
  #files: Files;
  /** The roots that were found for files, and those that the user chose, by the paths of these files. */
  #roots = new Map<string, string>();
  #chosen = new Map<string, string>();
  /** The unit in use and its files, which are read in this unit unless the user chooses another one for them. */
  current: { unit: Unit; files: Set<string> } | undefined;

  constructor(files: Files) {
    this.#files = files;
  }

  async of(document: vscode.TextDocument): Promise<Unit> {
    const path = pathOf(document.uri);
    const { current } = this;
    const chosen = this.#chosen.get(path);
    if (chosen === undefined && current?.files.has(path)) {
      return unitOf(current.unit.root, document.uri);
    }
    const root = chosen ?? this.#roots.get(path) ?? (await this.#rootOf(path, document));
    this.#roots.set(path, root);
    return unitOf(root, document.uri);
  }

  choose(document: vscode.TextDocument, root: string): void {
    this.#chosen.set(pathOf(document.uri), root);
  }

  /** Called after files, or their includes, have changed. */
  forget(): void {
    this.#roots.clear();
  }

  /** The roots that a file may be read in: those of settings, its own, and those of the files that include it. */
  async candidates(document: vscode.TextDocument): Promise<string[]> {
    const path = pathOf(document.uri);
    const above = await this.#above(path, document);
    return [...new Set([...settings(document.uri).map((it) => it.root), ...above])];
  }

  async #rootOf(path: string, document: vscode.TextDocument): Promise<string> {
    const roots = settings(document.uri).map((it) => it.root);
    if (roots.includes(path)) return path;
    const above = await this.#above(path, document);
    return above.find((it) => roots.includes(it)) ?? above[0]!;
  }

  /** A file, and the files that include it directly or indirectly. The most likely root comes first. */
  async #above(path: string, document: vscode.TextDocument): Promise<string[]> {
    const all = await this.#files.paths(document);
    const near = all.length <= MOST_READ ? all : all.filter((it) => folder(it) === folder(path));
    const includes = new Map<string, string[]>();
    await Promise.all(
      near.slice(0, MOST_READ).map(async (it) => {
        includes.set(it, included((await this.#files.text(it)) ?? ''));
      }),
    );
    const found = [path];
    const roots: string[] = [];
    for (const inner of found) {
      const outer = [...includes].filter(([it, names]) => it !== inner && includesIt(names, inner));
      if (outer.length === 0) roots.push(inner);
      for (const [it] of outer) if (!found.includes(it)) found.push(it);
    }
    const isNear = (it: string) => folder(it) === folder(path);
    roots.sort((a, b) => Number(isNear(b)) - Number(isNear(a)) || (a < b ? -1 : 1));
    return [...new Set([...found.filter(isTarget), ...roots, ...found])];
  }
}

function folder(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Whether a file has the name of its folder, like the roots of LLVM's targets, which other roots may include. */
function isTarget(path: string): boolean {
  const [name, folder] = path.split('/').reverse();
  return name === `${folder}.td`;
}

/** The names in a text's includes. An include in a comment only causes a needless read. */
function included(text: string): string[] {
  return [...text.matchAll(/^[ \t]*include[ \t]+"([^"\n]+)"/gm)].map((it) => it[1]!);
}

function includesIt(names: string[], path: string): boolean {
  return names.some((it) => path === it || path.endsWith(`/${it}`));
}

/** The unit of a root, as the settings of the workspace folder around `near` describe it. */
function unitOf(root: string, near: vscode.Uri): Unit {
  const configuration = vscode.workspace.getConfiguration('tablegen', near);
  const own = settings(near).find((it) => it.root === root);
  const directories = configuration.get<string[]>('includeDirs', []).map((it) => inside(it, near));
  return {
    root,
    includeDirs: [...(own?.includeDirs ?? []), ...directories],
    macros: own?.macros ?? [],
    release: `${configuration.get<number | string | null>('compat') ?? 22}`,
  };
}

/** The units of the settings, with paths as the engine has them. */
function settings(near: vscode.Uri): Required<UnitSetting>[] {
  const units = vscode.workspace.getConfiguration('tablegen', near).get<UnitSetting[]>('units', []);
  return units.map(({ root, includeDirs = [], macros = [] }) => ({
    root: inside(root, near),
    includeDirs: includeDirs.map((it) => inside(it, near)),
    macros,
  }));
}

/** A path of the settings, which is relative to the workspace folder or within it. */
function inside(path: string, near: vscode.Uri): string {
  const folder =
    vscode.workspace.getWorkspaceFolder(near) ?? vscode.workspace.workspaceFolders?.[0];
  if (!folder) return path;
  const uri = path.startsWith('/')
    ? folder.uri.with({ path })
    : vscode.Uri.joinPath(folder.uri, path);
  // `pathOf` does not make the path of the folder itself relative.
  const own = folder.uri.path.replace(/\/$/, '');
  const isRoot = uri.path.replace(/\/$/, '') === own;
  return (isRoot && vscode.workspace.workspaceFolders?.length === 1 ? '' : pathOf(uri)).replace(
    /\/$/,
    '',
  );
}
