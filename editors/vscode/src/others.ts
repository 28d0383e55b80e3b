// Tells the user about other extensions for `.td` files, and offers to disable this one or to replace the others.

import * as vscode from 'vscode';

/** The other extensions that claim the language or the files. */
function others(own: string): vscode.Extension<unknown>[] {
  return vscode.extensions.all.filter((it) => {
    const languages: { id?: string; extensions?: string[] }[] =
      it.packageJSON?.contributes?.languages ?? [];
    return (
      it.id !== own &&
      languages.some(({ id, extensions }) => id === 'tablegen' || extensions?.includes('.td'))
    );
  });
}

/** Asks once for each set of other extensions, and again when the user runs the command. */
export function registerOthers(context: vscode.ExtensionContext): void {
  const found = others(context.extension.id);
  context.subscriptions.push(
    vscode.commands.registerCommand('tablegen.otherExtensions', async () => {
      if (found.length > 0) await choose(context, found);
      else void vscode.window.showInformationMessage('No other extension serves .td files.');
    }),
  );
  const isIgnored =
    vscode.workspace.getConfiguration('tablegen').get('otherExtensions') === 'ignore';
  if (found.length === 0 || isIgnored || context.globalState.get(ASKED) === ids(found)) return;
  void choose(context, found);
}

/** The key of the stored ids of the other extensions, noted when the user has chosen. */
const ASKED = 'otherExtensions';

function ids(found: vscode.Extension<unknown>[]): string {
  return found.map((it) => it.id).join(' ');
}

async function choose(
  context: vscode.ExtensionContext,
  found: vscode.Extension<unknown>[],
): Promise<void> {
  const names = found.map((it) => it.packageJSON.displayName ?? it.id).join(', ');
  const choice = await vscode.window.showWarningMessage(
    `${names} also serves .td files. With both, errors and hovers show twice.`,
    'Take Over',
    'Step Aside',
    'Keep Both',
  );
  if (!choice) return;
  await context.globalState.update(ASKED, ids(found));
  const settings = vscode.workspace.getConfiguration('tablegen');
  if (choice === 'Step Aside') {
    await settings.update('enable', false, vscode.ConfigurationTarget.Global);
    return;
  }
  await settings.update('enable', undefined, vscode.ConfigurationTarget.Global);
  if (choice === 'Keep Both') return;
  const files = vscode.workspace.getConfiguration('files');
  const associations = files.get<Record<string, string>>('associations', {});
  await files.update(
    'associations',
    { ...associations, '*.td': 'tablegen' },
    vscode.ConfigurationTarget.Global,
  );
  // An extension cannot disable another. The user can, in this list.
  await vscode.commands.executeCommand(
    'workbench.extensions.action.showExtensionsWithIds',
    found.map((it) => it.id),
  );
}
