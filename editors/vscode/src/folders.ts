// The code action for a header that cannot be found: adds a folder to the settings.

import * as vscode from 'vscode';

/** The argument of the action: the setting that gets a folder, and the include that was not found. */
interface Wanted {
  setting: 'includeDirs' | 'buildFolders';
  include: string;
}

export function registerFolders(context: vscode.ExtensionContext): void {
  context.subscriptions.push(vscode.commands.registerCommand('tablegen.addFolder', add));
}

async function add({ setting, include }: Wanted): Promise<void> {
  const build = setting === 'buildFolders';
  const picked = await vscode.window.showOpenDialog({
    canSelectFiles: false,
    canSelectFolders: true,
    canSelectMany: false,
    defaultUri: vscode.workspace.workspaceFolders?.[0]?.uri,
    title: build ? 'The folder of a build with a CMakeCache.txt' : `The folder that has ${include}`,
    openLabel: 'Add to the Settings',
  });
  const folder = picked?.[0]?.fsPath;
  if (!folder) return;
  const settings = vscode.workspace.getConfiguration('tablegen');
  const known = settings.get<string[]>(setting, []);
  if (known.includes(folder)) return;
  const target = vscode.workspace.workspaceFolders
    ? vscode.ConfigurationTarget.Workspace
    : vscode.ConfigurationTarget.Global;
  await settings.update(setting, [...known, folder], target);
}
