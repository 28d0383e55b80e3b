// Gives the engine the unit in use, with the current texts of its files. Requests run one after the other, so that no
// request is about a text that has been replaced.

import * as vscode from 'vscode';
import type { Engine } from '../../../web/engine.js';
import { type Files, isSource, pathOf } from './files';
import type { Ask, Unit } from './protocol';
import type { Units } from './units';

/** The error of a request. If it is fatal, the engine has ended, and gets all files again before the next request. */
interface Failed extends Error {
  isFatal?: boolean;
  /** The same request may succeed if it is sent again. */
  isBetterNext?: boolean;
}

export class Session {
  #files: Files;
  #units: Units;
  #starting: Promise<Engine>;
  #engine: Engine | undefined;
  /** The unit that the engine has. `undefined` if the engine needs all files. */
  #unit: Unit | undefined;
  /** The paths of files that have changed since the last request. */
  #changed = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();
  #current: vscode.TextDocument | undefined;

  constructor(files: Files, units: Units, starting: Promise<Engine>) {
    this.#files = files;
    this.#units = units;
    this.#starting = starting;
    starting.then(
      (engine) => {
        this.#engine = engine;
      },
      () => undefined,
    );
  }

  /** The source that was looked at last. Its unit is the one in use. */
  get current(): vscode.TextDocument | undefined {
    const active = vscode.window.activeTextEditor?.document;
    if (active && isSource(active)) this.#current = active;
    if (this.#current?.isClosed) this.#current = undefined;
    return (
      this.#current ??
      vscode.window.visibleTextEditors.map((it) => it.document).find((it) => isSource(it))
    );
  }

  /** Called after a file has changed. Ends a request that has run for long, since its answer would be outdated. */
  changed(path: string): void {
    this.#changed.add(path);
    if (this.#engine?.interrupt()) this.#unit = undefined;
  }

  /** Called after files were added or removed, or are read in another way. */
  reopen(): void {
    this.#unit = undefined;
  }

  /**
   * Runs `work` once the engine has the unit of a document with its current texts. `undefined` if the document is
   * closed, or if it is not the current one and its unit is not in use.
   */
  about<T>(
    document: vscode.TextDocument,
    work: (ask: Ask, path: string) => Promise<T>,
  ): Promise<T | undefined> {
    const next = this.#last.then(async () => {
      if (document.isClosed) return undefined;
      const unit = await this.#units.of(document);
      const isOther = this.#unit && JSON.stringify(this.#unit) !== JSON.stringify(unit);
      if (isOther && document !== this.current) return undefined;
      if (isOther) this.#unit = undefined;
      await this.#give(unit, document);
      return work(this.#ask, pathOf(document.uri));
    });
    this.#last = next.catch(() => undefined);
    return next;
  }

  /** Gives the engine the files of a unit that it lacks, until it has all files that the unit includes. */
  async #give(unit: Unit, document: vscode.TextDocument): Promise<void> {
    const paths = await this.#files.paths(document);
    let wanted: string[];
    if (!this.#unit) {
      this.#changed.clear();
      const files = Object.fromEntries(this.#files.known());
      const unread = paths.filter((it) => !(it in files));
      ({ wanted } = await this.#ask('open', { ...unit, files, unread }));
      this.#unit = unit;
    } else {
      wanted = [...this.#changed];
    }
    while (wanted.length > 0) {
      for (const path of wanted) this.#changed.delete(path);
      const texts = wanted.map(async (it) => [it, (await this.#files.text(it)) ?? null] as const);
      const files = Object.fromEntries(await Promise.all(texts));
      ({ wanted } = await this.#ask('write', { files }));
    }
  }

  #ask: Ask = async (method, params) => {
    const engine = this.#engine ?? (await this.#starting);
    try {
      return await engine.ask(method, params);
    } catch (error) {
      if ((error as Failed).isFatal) this.#unit = undefined;
      throw error;
    }
  };
}

/** Whether a request that failed may succeed if it is sent again. */
export function isWorthAnotherTry(error: unknown): boolean {
  return (error as Failed).isBetterNext === true;
}

export function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
