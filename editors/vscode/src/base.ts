// The base of comparisons: the files as they were last saved, or as they are in a commit.

import * as vscode from 'vscode';
import type { Base } from './protocol';

const HEAD: Base = { revision: 'HEAD' };

/** The base that all comparisons share. */
export interface Bases {
  /** The base chosen last. By default, the last save, or `HEAD` with autosave, where the last save is always now. */
  current(): Base;
  /** Asks the user for a base. `undefined` if the user cancels. */
  choose(title: string): Promise<Base | undefined>;
  /** Another base was chosen, or files were saved or committed. */
  readonly onMoved: vscode.Event<void>;
}

export function createBases(context: vscode.ExtensionContext): Bases {
  const moved = new vscode.EventEmitter<void>();
  let chosen: Base | undefined;
  context.subscriptions.push(
    moved,
    vscode.workspace.onDidSaveTextDocument(({ languageId }) => {
      if (languageId === 'tablegen') moved.fire();
    }),
  );
  // Git adds a line to this log whenever the commit of `HEAD` changes.
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    const log = new vscode.RelativePattern(folder, '.git/logs/HEAD');
    const watcher = vscode.workspace.createFileSystemWatcher(log);
    context.subscriptions.push(
      watcher,
      watcher.onDidChange(() => moved.fire()),
      watcher.onDidCreate(() => moved.fire()),
    );
  }
  return {
    current: () => chosen ?? (savesByItself() && vscode.workspace.isTrusted ? HEAD : 'save'),
    choose: async (title) => {
      const base = await ask(title);
      if (base) {
        chosen = base;
        moved.fire();
      }
      return base;
    },
    onMoved: moved.event,
  };
}

function savesByItself(): boolean {
  // The setting may have a value for this language only.
  const settings = vscode.workspace.getConfiguration('files', { languageId: 'tablegen' });
  return settings.get('autoSave', 'off') !== 'off';
}

async function ask(title: string): Promise<Base | undefined> {
  const save = {
    label: 'the last save',
    description: savesByItself() ? 'which is made automatically' : undefined,
    base: 'save' as Base | undefined,
  };
  const head = { label: 'HEAD', description: 'the last commit', base: HEAD };
  const picked = await vscode.window.showQuickPick(
    [
      ...(savesByItself() ? [head, save] : [save, head]),
      { label: 'another revision…', base: undefined },
    ],
    { title },
  );
  if (!picked || picked.base) return picked?.base;
  const revision = await vscode.window.showInputBox({
    title: 'Revision',
    placeHolder: 'main, v1.0, HEAD~3',
  });
  return revision ? { revision } : undefined;
}

/** The name of a base, for people. */
export function describeBase(base: Base): string {
  return base === 'save' ? 'the last save' : base.revision;
}
