// From a graph or a generic instruction to the pattern that selects it.

import * as vscode from 'vscode';
import { type Choice, choose, currentScope, describeLocation } from './locations';
import type { SelectedGraph } from './protocol';
import { message, type Server } from './server';
import { unitName } from './units';

/** A processor and features as on a command line: `skylake +avx512f`. */
function processorAndFeatures(text: string): { processor?: string; features: string[] } {
  const words = text.split(/[\s,]+/).filter((it) => it !== '');
  const [first] = words;
  if (first === undefined || /^[+-]/.test(first)) return { features: words };
  return { processor: first, features: words.slice(1) };
}

/** The outermost operator of a pattern's result, which is usually the instruction. */
function instruction(result: string): string {
  return /\w+/.exec(result)?.[0] ?? result;
}

/** The maximum length of a graph in the line above its patterns: a longer line hides the first of them. */
const MAX_GRAPH = 40;

/** The patterns for one of `all` graphs. */
function choices(
  { graph, matching, found, near }: SelectedGraph,
  _index: number,
  all: SelectedGraph[],
): Choice[] {
  const list = (what: string, names: string[]) =>
    names.length > 0 ? [`${what} ${names.join(', ')}`] : [];
  const shown = graph.length > MAX_GRAPH ? `${graph.slice(0, MAX_GRAPH - 1)}…` : graph;
  const separator = (label: string): Choice => ({
    label: all.length > 1 ? `${shown}: ${label}` : label,
    kind: vscode.QuickPickItemKind.Separator,
    location: null,
  });
  const best = found.map(
    (it): Choice => ({
      label: `${it.assumes.length > 0 ? '$(question)' : '$(check)'} ${instruction(it.result)}`,
      description: `${describeLocation(it.location)} ${it.record}`,
      detail: [
        it.result,
        `complexity ${it.complexity}`,
        ...list('needs', it.needs),
        ...list('if', it.assumes),
      ].join('; '),
      location: it.location,
    }),
  );
  const misses = near.map(
    (it): Choice => ({
      label: `$(circle-slash) not ${instruction(it.result)}`,
      description: `${describeLocation(it.location)} ${it.record}`,
      detail: it.why,
      location: it.location,
    }),
  );
  const count =
    matching > found.length ? `the first ${found.length} of ${matching}` : 'in their order';
  return [
    ...(best.length > 0 ? [separator(`patterns that match, ${count}`), ...best] : []),
    ...(misses.length > 0 ? [separator('patterns that nearly match'), ...misses] : []),
  ];
}

/** The graph and the processor of the last request, which the next one offers for editing. */
const last = { graph: '', processor: '' };

/**
 * Asks for a text until `accept` takes it. An error of `accept` is shown in the box, which keeps the text. `undefined`
 * if the user cancels.
 */
function askUntil<T>(
  options: { title: string; prompt: string; placeholder: string; value: string },
  accept: (text: string) => Promise<T>,
): Promise<T | undefined> {
  const box = vscode.window.createInputBox();
  Object.assign(box, { ...options, ignoreFocusOut: true });
  return new Promise((resolve) => {
    box.onDidChangeValue(() => {
      box.validationMessage = undefined;
    });
    box.onDidAccept(async () => {
      box.busy = true;
      try {
        resolve(await accept(box.value.trim()));
        box.hide();
      } catch (error) {
        box.validationMessage = message(error);
      }
      box.busy = false;
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}

async function selectPattern(server: Server): Promise<void> {
  const scope = currentScope();
  const ask = (graph: string, processor: string) =>
    server.request('tablegen/selectPattern', {
      ...scope,
      graph,
      ...processorAndFeatures(processor),
    });
  const graph = await askUntil(
    {
      title: 'Find the Pattern of a Graph',
      prompt: 'A selection graph as in patterns, or a generic instruction',
      placeholder: '(add i32:$a, (loadi32 addr:$p)) or G_ADD s32 %a, %b',
      value: last.graph,
    },
    async (text) => {
      last.graph = text;
      // A wrong node is reported now, while the user can still edit the graph.
      if (text) await ask(text, '');
      return text;
    },
  );
  if (!graph) return;
  const graphs = await askUntil(
    {
      title: 'Processor and Features',
      prompt: 'What code is generated for; nothing for all',
      placeholder: 'skylake +avx512f',
      value: last.processor,
    },
    (text) => {
      last.processor = text;
      return ask(graph, text);
    },
  );
  if (!graphs) return;
  await choose('Patterns', graphs.flatMap(choices), async () => {
    const unit = await unitName(server);
    return `No pattern of ${unit} has the root of this graph. Select Unit chooses another target.`;
  });
}

export function registerSelection(context: vscode.ExtensionContext, server: Server): void {
  context.subscriptions.push(
    vscode.commands.registerCommand('tablegen.selectPattern', () =>
      selectPattern(server).catch((error) => void vscode.window.showErrorMessage(message(error))),
    ),
  );
}
