// Other extensions that serve `.td` files: say so, and offer to step aside or take over.

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

/** Asks once for each set of other extensions. `changed` is told when the setting changes. */
export async function noticeOthers(context: vscode.ExtensionContext): Promise<void> {
  const settings = vscode.workspace.getConfiguration('tablegen');
  const found = others(context.extension.id);
  if (found.length === 0 || settings.get('otherExtensions') === 'ignore') return;
  const names = found.map((it) => it.packageJSON.displayName ?? it.id).join(', ');
  const asked = found.map((it) => it.id).join(' ');
  if (context.globalState.get('otherExtensions') === asked) return;
  const choice = await vscode.window.showWarningMessage(
    `${names} also serves .td files. With both, errors and hovers show twice.`,
    'Take Over',
    'Step Aside',
    'Keep Both',
  );
  if (!choice) return;
  await context.globalState.update('otherExtensions', asked);
  if (choice === 'Step Aside') {
    await settings.update('enable', false, vscode.ConfigurationTarget.Global);
  }
  if (choice === 'Take Over') {
    await settings.update('enable', true, vscode.ConfigurationTarget.Global);
    const files = vscode.workspace.getConfiguration('files');
    const associations = files.get<Record<string, string>>('associations', {});
    await files.update(
      'associations',
      { ...associations, '*.td': 'tablegen' },
      vscode.ConfigurationTarget.Global,
    );
    // An extension cannot disable another; a person can, in this list.
    await vscode.commands.executeCommand(
      'workbench.extensions.action.showExtensionsWithIds',
      found.map((it) => it.id),
    );
  }
}
