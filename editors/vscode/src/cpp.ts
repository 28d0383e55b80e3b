// Between C++ and records: a name such as X86::GR32RegClassID or a line of a generated file leads to its record, and a
// record to where C++ mentions it.

import * as vscode from 'vscode';
import { describeLocation, isTableGen, openLocation, toLocation } from './locations';
import type { FoundRecord } from './protocol';
import { message, type Server } from './server';
import { unitName } from './units';

const NAME = /(?:\w+::)*\w+/;
/** The names for which hovers and definitions ask the server: they are hardly ever names of anything but records. */
const OF_RECORD = /::\w|^OPT_\w|\w(?:RegClass|RegClassID|Attr)$/;
const LANGUAGES = ['c', 'cpp', 'objective-c', 'objective-cpp'].map((language) => ({
  scheme: 'file',
  language,
}));
/** How many lines of a record a hover shows. */
const MAX_LINES = 30;

async function goToRecord(server: Server): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  const { document, selection } = editor;
  const name = nameAt(document, selection.active);
  let found: FoundRecord[] = [];
  if (/\.(?:inc|def|gen)$/.test(document.uri.path)) {
    const textDocument = { uri: document.uri.toString() };
    const { line } = selection.active;
    found = (await server.request('tablegen/findRecord', { textDocument, line })) ?? [];
  }
  if (found.length === 0 && name) found = await find(server, document, name);
  if (found.length === 0) {
    void vscode.window.showInformationMessage(
      `No record is known for ${name ?? 'this line'}: looked in the unit of its namespace, or else in ${await unitName(server)}. Select Unit chooses another.`,
    );
    return;
  }
  const here = found.find((it) => it.name === name?.split('::').pop());
  const chosen =
    here || found.length === 1
      ? (here ?? found[0])
      : (
          await vscode.window.showQuickPick(
            found.map((it) => ({ label: it.name, description: describeLocation(it.location), it })),
            { title: 'Go to TableGen Record' },
          )
        )?.it;
  await openLocation(chosen?.location);
}

function nameAt(document: vscode.TextDocument, position: vscode.Position): string | undefined {
  const word = document.getWordRangeAtPosition(position, NAME);
  return word && document.getText(word);
}

/** The records that a name stands for in a file of C++. */
async function find(
  server: Server,
  document: vscode.TextDocument,
  name: string,
  token?: vscode.CancellationToken,
): Promise<FoundRecord[]> {
  const textDocument = { uri: document.uri.toString() };
  return (await server.request('tablegen/findRecord', { textDocument, name }, token)) ?? [];
}

/** Definitions and hovers in files of C++. */
function registerProviders(server: Server): vscode.Disposable {
  const records = async (
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ) => {
    const name = nameAt(document, position);
    if (!name || !OF_RECORD.test(name) || !server.running()) return [];
    return find(server, document, name, token).catch(() => []);
  };
  return vscode.Disposable.from(
    vscode.languages.registerDefinitionProvider(LANGUAGES, {
      provideDefinition: async (document, position, token) => {
        const found = await records(document, position, token);
        return found.flatMap(({ location }) => (location ? [toLocation(location)] : []));
      },
    }),
    vscode.languages.registerHoverProvider(LANGUAGES, {
      provideHover: async (document, position, token) => {
        const [first] = await records(document, position, token);
        if (!first) return undefined;
        const { name, unit } = first;
        const record = await server
          .request('tablegen/expandRecord', { unit, name }, token)
          .catch(() => null);
        if (!record) return undefined;
        const lines = record.text.split('\n');
        const shown = lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), '  …'] : lines;
        return new vscode.Hover(
          new vscode.MarkdownString()
            .appendText(describeLocation(first.location))
            .appendCodeblock(shown.join('\n').trimEnd(), 'tablegen'),
        );
      },
    }),
  );
}

/** Shows where C++ mentions the record under the cursor. */
async function findUses(server: Server): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !isTableGen(editor.document)) return;
  const { document, selection } = editor;
  const { line, character } = selection.active;
  const params = {
    textDocument: { uri: document.uri.toString() },
    position: { line, character },
  };
  const found: vscode.Location[] = [];
  await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: 'Searching C++', cancellable: true },
    async (progress, token) => {
      await server.requestInPieces('tablegen/usesInCpp', params, token, (piece) => {
        found.push(...piece.map(toLocation));
        progress.report({ message: `${found.length} uses` });
      });
    },
  );
  if (found.length === 0) {
    void vscode.window.showInformationMessage(
      'No C or C++ file in the folders of this workspace mentions the names that backends give it.',
    );
    return;
  }
  await vscode.commands.executeCommand(
    'editor.action.peekLocations',
    document.uri,
    selection.active,
    found,
    'peek',
  );
}

export function registerCpp(context: vscode.ExtensionContext, server: Server): void {
  let providers: vscode.Disposable | undefined;
  const follow = () => {
    providers?.dispose();
    const wanted = vscode.workspace.getConfiguration('tablegen').get('cpp.links', false);
    providers = wanted ? registerProviders(server) : undefined;
  };
  follow();
  const register = (command: string, run: (server: Server) => Promise<void>) =>
    vscode.commands.registerCommand(command, () =>
      run(server).catch((error) => {
        if (!(error instanceof vscode.CancellationError)) {
          void vscode.window.showErrorMessage(message(error));
        }
      }),
    );
  context.subscriptions.push(
    new vscode.Disposable(() => providers?.dispose()),
    register('tablegen.goToRecord', goToRecord),
    register('tablegen.usesInCpp', findUses),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('tablegen.cpp.links')) follow();
    }),
  );
}
