// Keeps what the panels show true. What an edit makes old is marked, and asked for again when typing rests: when the
// server has told all diagnostics, one panel after the other, until the next edit.

import * as vscode from 'vscode';
import { isTableGen } from './locations';
import type { Server } from './server';

/** A part of the editor that shows something of the unit. */
export interface Panel {
  /** Whether anybody sees it. */
  isVisible(): boolean;
  /** Says that what it shows is old, or takes that back. */
  mark(isOld: boolean): void;
  /** Asks for what it shows, of the texts as they are. */
  update(token: vscode.CancellationToken): Promise<void>;
}

export interface Panels {
  /** Takes care of a panel. It is asked to update when it is first seen. */
  add(panel: Panel): void;
  /** Whether a panel waits for what it is to show. */
  isOld(panel: Panel): boolean;
  /** Has panels updated that are seen, or else when they are seen: all, or one. */
  refresh(panel?: Panel): void;
}

/** Nobody sees that something is old for so long. */
const MARKED_AFTER = 400;
/** How long nobody types before anything is asked. */
const QUIET = 100;
/** The server says soon that it has looked at an edit; if it does not, it is asked all the same. */
const PATIENCE = 5000;

export function createPanels(context: vscode.ExtensionContext, server: Server): Panels {
  const panels: Panel[] = [];
  const old = new Set<Panel>();
  let stop = new vscode.CancellationTokenSource();
  let marking: NodeJS.Timeout | undefined;
  let waiting: NodeJS.Timeout | undefined;
  let work = Promise.resolve();

  function interrupt(): void {
    stop.cancel();
    stop.dispose();
    stop = new vscode.CancellationTokenSource();
    clearTimeout(waiting);
  }

  function outdate(which: Panel[]): void {
    for (const it of which) old.add(it);
    if (marking) return;
    marking = setTimeout(() => {
      marking = undefined;
      for (const it of old) it.mark(true);
    }, MARKED_AFTER);
  }

  function updateSoon(delay: number): void {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const { token } = stop;
      work = work.then(() => update(token));
    }, delay);
  }

  async function update(token: vscode.CancellationToken): Promise<void> {
    for (const panel of panels) {
      if (token.isCancellationRequested || !server.running()) return;
      if (!old.has(panel) || !panel.isVisible()) continue;
      try {
        await panel.update(token);
      } catch {
        // It stays marked; whatever made it fail brings another status or another edit.
        continue;
      }
      if (token.isCancellationRequested) return;
      old.delete(panel);
      panel.mark(false);
    }
  }

  function refresh(panel?: Panel): void {
    interrupt();
    outdate(panel ? [panel] : panels);
    updateSoon(0);
  }

  context.subscriptions.push(
    new vscode.Disposable(() => {
      interrupt();
      clearTimeout(marking);
    }),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (!isTableGen(document) || contentChanges.length === 0) return;
      interrupt();
      outdate(panels);
      updateSoon(PATIENCE);
    }),
    server.onStatus(({ state }) => {
      if (state === 'ready' || state === 'stopped') updateSoon(QUIET);
    }),
    server.onStarted(() => refresh()),
  );
  return {
    add: (panel) => {
      panels.push(panel);
      old.add(panel);
    },
    isOld: (panel) => old.has(panel),
    refresh,
  };
}

/** Has a view cared for: it is updated when it comes into sight, and says when it is old. */
export function addView(
  context: vscode.ExtensionContext,
  panels: Panels,
  view: vscode.TreeView<unknown>,
  update: (token: vscode.CancellationToken) => Promise<void>,
): Panel {
  const panel: Panel = {
    isVisible: () => view.visible,
    mark: (isOld) => {
      view.description = isOld ? 'outdated' : undefined;
    },
    update,
  };
  panels.add(panel);
  context.subscriptions.push(
    view.onDidChangeVisibility(({ visible }) => {
      if (visible && panels.isOld(panel)) panels.refresh(panel);
    }),
  );
  return panel;
}
