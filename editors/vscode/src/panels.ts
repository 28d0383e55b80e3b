// Keeps the panels up to date. An edit makes them outdated, which is marked. When the server has checked the edit and
// sent all diagnostics, the panels are updated one after the other, until the next edit.

import * as vscode from 'vscode';
import { isTableGen } from './locations';
import type { Server } from './server';

/** A view of the editor that shows a part of the unit. */
export interface Panel {
  /** Whether the user can see the panel. */
  isVisible(): boolean;
  /** Marks the contents as outdated, or removes the mark. */
  mark(isOld: boolean): void;
  /** Asks the server for the contents again, from the current texts. */
  update(token: vscode.CancellationToken): Promise<void>;
}

export interface Panels {
  /** Adds a panel, which is updated when it is first seen. */
  add(panel: Panel): void;
  /** Whether a panel waits for its update. */
  isOld(panel: Panel): boolean;
  /** Updates one panel or all: those that are visible now, the others when they become visible. */
  refresh(panel?: Panel): void;
}

/** The time in ms after which outdated panels are marked. A panel that is updated sooner has no mark. */
const MARKED_AFTER = 400;
/** The time in ms from the server's status to the update, during which a further edit prevents it. */
const QUIET = 100;
/** The time in ms from an edit to the update if the server does not report that it has checked the edit. */
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
        // The panel stays outdated. The cause of the failure brings another status or another edit.
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

/** Adds a tree view as a panel. Its description says when it is outdated. */
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
