// The diagnostics of the unit in use, a moment after each edit, and the item of the status bar that sums them up.

import * as vscode from 'vscode';
import type { Files } from './files';
import { Places } from './places';
import type { Report, Reports } from './protocol';
import { isWorthAnotherTry, message, type Session } from './session';
import type { Units } from './units';

/** The time after the last key until the engine is asked, in milliseconds. */
const PAUSE = 200;

const SEVERITIES = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  note: vscode.DiagnosticSeverity.Information,
};

export interface Problems {
  /** Asks for diagnostics soon. */
  soon(): void;
  /** Fires with new diagnostics. Other views of the unit are updated then. */
  readonly onFound: vscode.Event<Reports>;
}

export function createProblems(
  context: vscode.ExtensionContext,
  session: Session,
  files: Files,
  units: Units,
): Problems {
  const shown = vscode.languages.createDiagnosticCollection('tablegen');
  const found = new vscode.EventEmitter<Reports>();
  const item = vscode.window.createStatusBarItem(
    'tablegen.unit',
    vscode.StatusBarAlignment.Left,
    10,
  );
  item.name = 'TableGen Unit';
  item.command = 'tablegen.selectUnit';
  let timer: ReturnType<typeof setTimeout> | undefined;

  function soon(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void update(), PAUSE);
  }

  async function update(): Promise<void> {
    const document = session.current;
    if (!document) {
      item.hide();
      return;
    }
    item.text = item.text.replace(/^(\$\([^)]*\) |)/, '$(sync~spin) ') || '$(sync~spin) TableGen';
    item.show();
    try {
      const reports = await session.about(document, (ask) => ask('diagnostics', null));
      if (!reports) return;
      units.current = { unit: await units.of(document), files: new Set(reports.files) };
      shown.clear();
      for (const [uri, list] of await diagnostics(files, reports.reports, units.current.unit.root))
        shown.set(uri, list);
      summarize(reports);
      found.fire(reports);
    } catch (error) {
      item.text = '$(warning) TableGen';
      item.tooltip = message(error);
      item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
      if (isWorthAnotherTry(error)) soon();
    }
  }

  function summarize({ errors, missing, files: read }: Reports): void {
    const { root, includeDirs, release } = units.current!.unit;
    const name = root.split('/').pop()!.replace(/\.td$/, '');
    const lacks = missing.length > 0 ? ` $(question) ${missing.length}` : '';
    item.text = `$(symbol-class) ${name} LLVM ${release}${errors > 0 ? ` $(error) ${errors}` : ''}${lacks}`;
    item.backgroundColor = undefined;
    // Names of files come from the workspace, so they are not read as Markdown.
    item.tooltip = new vscode.MarkdownString().appendText(
      [
        `root ${root}, ${read.length} files, read as LLVM ${release}`,
        includeDirs.length > 0 && `include ${includeDirs.join(', ')}`,
        missing.length > 0 &&
          `The workspace has no ${missing.slice(0, 5).join(', ')}: add the folder that has it to the workspace.`,
        'In the browser no build tells of units; the settings units, includeDirs and compat do.',
      ]
        .filter(Boolean)
        .join('\n\n'),
    );
    item.accessibilityInformation = { label: `TableGen unit ${name}, ${errors} errors` };
  }

  context.subscriptions.push(shown, found, item);
  return { soon, onFound: found.event };
}

/** Diagnostics by their files. Those without a place are at the start of the root. */
export async function diagnostics(
  files: Files,
  reports: Report[],
  root: string,
): Promise<[vscode.Uri, vscode.Diagnostic[]][]> {
  const places = new Places(files);
  const all = new Map<string, [vscode.Uri, vscode.Diagnostic[]]>();
  const at = (report: Report) =>
    places.location(report.path === undefined ? { path: root } : report);
  for (const report of reports) {
    const location = await at(report);
    if (!location) continue;
    const made = new vscode.Diagnostic(location.range, report.message, SEVERITIES[report.severity]);
    made.source = 'tablegen';
    const notes: vscode.DiagnosticRelatedInformation[] = [];
    for (const note of report.notes) {
      const place = (await places.location(note)) ?? location;
      notes.push(new vscode.DiagnosticRelatedInformation(place, note.message));
    }
    made.relatedInformation = notes;
    const key = `${location.uri}`;
    if (!all.has(key)) all.set(key, [location.uri, []]);
    all.get(key)![1].push(made);
  }
  return [...all.values()];
}
