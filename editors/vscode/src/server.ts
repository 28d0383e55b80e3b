// The language server: finds the program, starts and stops it.

import { existsSync } from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import {
  LanguageClient,
  ProgressType,
  type ServerOptions,
  State,
  Trace,
} from 'vscode-languageclient/node';
import { findOnPath } from './programs';
import type { Preview, PreviewChanged, PreviewState, Requests, Status } from './protocol';

/** The running server, as the rest of the extension sees it. */
export interface Server {
  /** Sends one of the server's own requests. Fails if no server runs. */
  request<M extends keyof Requests>(
    method: M,
    params: Requests[M][0],
    token?: vscode.CancellationToken,
  ): Promise<Requests[M][1]>;
  /** Sends a request whose result is a list that comes in pieces. */
  requestInPieces(
    method: 'tablegen/usesInCpp',
    params: Requests['tablegen/usesInCpp'][0],
    token: vscode.CancellationToken,
    onPiece: (piece: Requests['tablegen/usesInCpp'][1]) => void,
  ): Promise<void>;
  running(): boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
  showLog(): void;
  readonly onStarted: vscode.Event<void>;
  readonly onStopped: vscode.Event<void>;
  readonly onStatus: vscode.Event<Status>;
  readonly onPreviewChanged: vscode.Event<PreviewChanged>;
  readonly onPreviewWhole: vscode.Event<Preview>;
  readonly onPreviewState: vscode.Event<PreviewState>;
}

/** The program to run: from the setting, the extension or the PATH. `undefined` if none of them has a server. */
export function program(context: vscode.ExtensionContext): string | undefined {
  const folders = (vscode.workspace.workspaceFolders ?? []).map((it) => it.uri.fsPath);
  const onPath = (name: string) => {
    const ending = process.platform === 'win32' && !/\.exe$/i.test(name) ? '.exe' : '';
    return findOnPath(name + ending, process.env.PATH ?? '', folders);
  };
  const setting = vscode.workspace.getConfiguration('tablegen').get<string>('server.path', '');
  if (setting !== '') {
    const file = setting
      .replace(/^~(?=[/\\])/, process.env.HOME ?? '~')
      .replaceAll('${workspaceFolder}', folders[0] ?? '');
    return path.basename(file) === file ? onPath(file) : file;
  }
  const name = process.platform === 'win32' ? 'tablegen-analyzer.exe' : 'tablegen-analyzer';
  const bundled = path.join(context.extensionPath, 'server', name);
  return existsSync(bundled) ? bundled : onPath(name);
}

export function createServer(context: vscode.ExtensionContext): Server {
  const log = vscode.window.createOutputChannel('TableGen');
  const trace = vscode.window.createOutputChannel('TableGen Trace');
  const started = new vscode.EventEmitter<void>();
  const stopped = new vscode.EventEmitter<void>();
  const status = new vscode.EventEmitter<Status>();
  const previewChanged = new vscode.EventEmitter<PreviewChanged>();
  const previewWhole = new vscode.EventEmitter<Preview>();
  const previewState = new vscode.EventEmitter<PreviewState>();
  context.subscriptions.push(
    log,
    trace,
    started,
    stopped,
    status,
    previewChanged,
    previewWhole,
    previewState,
  );
  let client: LanguageClient | undefined;

  async function start(): Promise<void> {
    const settings = vscode.workspace.getConfiguration('tablegen');
    if (client || !settings.get<boolean>('enable', true)) return;
    const command = program(context);
    if (!command) {
      const name = settings.get<string>('server.path') || 'tablegen-analyzer';
      const text = `There is no program ${name} on the PATH, outside of the workspace.`;
      log.appendLine(text);
      await offerHelp(text);
      return;
    }
    const run: ServerOptions = {
      command,
      args: settings.get<string[]>('server.arguments', ['lsp']),
    };
    const created = new LanguageClient('tablegen', 'TableGen', run, {
      documentSelector: [
        { scheme: 'file', language: 'tablegen' },
        { scheme: 'untitled', language: 'tablegen' },
      ],
      initializationOptions: {
        ...JSON.parse(JSON.stringify(settings)),
        trusted: vscode.workspace.isTrusted,
        commands: ['tablegen.addFolder'],
        // Pushed diagnostics are those of the whole unit. Pulling as well would show some twice.
        diagnostics: 'push',
      },
      synchronize: { configurationSection: 'tablegen' },
      outputChannel: log,
      traceOutputChannel: trace,
    });
    client = created;
    created.onNotification('tablegen/status', (it: Status) => status.fire(it));
    created.onNotification('tablegen/previewChanged', (it: PreviewChanged) =>
      previewChanged.fire(it),
    );
    created.onNotification('tablegen/previewWhole', (it: Preview) => previewWhole.fire(it));
    created.onNotification('tablegen/previewState', (it: PreviewState) => previewState.fire(it));
    created.onDidChangeState(({ newState }) => {
      if (newState === State.Running) started.fire();
      if (newState === State.Stopped) stopped.fire();
    });
    try {
      await created.start();
      await created.setTrace(Trace.fromString(settings.get<string>('trace.server', 'off')));
    } catch (error) {
      client = undefined;
      log.appendLine(`${command}: ${error}`);
      await offerHelp(`The TableGen server does not start: ${message(error)}`);
    }
  }

  async function stop(): Promise<void> {
    const running = client;
    client = undefined;
    if (running?.state === State.Starting) await running.start().catch(() => undefined);
    if (running?.state === State.Running) await running.stop();
    await running?.dispose();
    stopped.fire();
  }

  const request: Server['request'] = async (method, params, token) => {
    if (client?.state !== State.Running) throw new Error('The TableGen server is not running.');
    // `sendRequest` would send an `undefined` token as a second parameter.
    return token ? client.sendRequest(method, params, token) : client.sendRequest(method, params);
  };

  let pieces = 0;
  return {
    request,
    requestInPieces: async (method, params, token, onPiece) => {
      const partialResultToken = `tablegen-pieces-${++pieces}`;
      const asked = { ...params, partialResultToken };
      const listening = client?.onProgress(
        new ProgressType<Requests[typeof method][1]>(),
        partialResultToken,
        onPiece,
      );
      try {
        onPiece(await request(method, asked, token));
      } finally {
        listening?.dispose();
      }
    },
    running: () => client?.state === State.Running,
    start,
    stop,
    showLog: () => log.show(true),
    onStarted: started.event,
    onStopped: stopped.event,
    onStatus: status.event,
    onPreviewChanged: previewChanged.event,
    onPreviewWhole: previewWhole.event,
    onPreviewState: previewState.event,
  };
}

async function offerHelp(text: string): Promise<void> {
  const choice = await vscode.window.showErrorMessage(text, 'Show Log', 'Settings');
  if (choice === 'Show Log') await vscode.commands.executeCommand('tablegen.showLog');
  if (choice === 'Settings') {
    await vscode.commands.executeCommand('workbench.action.openSettings', 'tablegen.server');
  }
}

/** What an error says. */
export function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
