// What an edit is compared with.

import * as vscode from 'vscode';
import type { Base } from './protocol';

/** Asks which state is meant. Nothing if the user gives up. */
export async function chooseBase(title: string): Promise<Base | undefined> {
  const picked = await vscode.window.showQuickPick(
    [
      { label: 'the last save', base: 'save' as const },
      { label: 'HEAD', description: 'the last commit', base: { revision: 'HEAD' } },
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
