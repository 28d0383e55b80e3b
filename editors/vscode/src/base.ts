// What the texts are compared with: as they were saved last, or as a commit has them.

import * as vscode from 'vscode';
import type { Base } from './protocol';

const HEAD: Base = { revision: 'HEAD' };

/** The base that was chosen, for all that compares. */
export interface Bases {
  /** The one that was chosen last, or else the one that makes sense: with autosave the last save is always now. */
  current(): Base;
  /** Asks which is meant. Nothing if the user gives up. */
  choose(title: string): Promise<Base | undefined>;
  /** Another was chosen, or files were saved or committed. */
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
  // What `HEAD` means is written down there whenever it changes.
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
  // It may be set for a language alone.
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

/** How the state is called. */
export function describeBase(base: Base): string {
  return base === 'save' ? 'the last save' : base.revision;
}
