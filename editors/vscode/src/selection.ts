// From a graph or a generic instruction to the pattern that selects it.

import * as vscode from 'vscode';
import { type Choice, choose, currentScope } from './locations';
import type { SelectedGraph } from './protocol';
import { message, type Server } from './server';

/** A processor and features as on a command line: `skylake +avx512f`. */
function processorAndFeatures(text: string): { processor?: string; features: string[] } {
  const words = text.split(/[\s,]+/).filter((it) => it !== '');
  const [first] = words;
  if (first === undefined || /^[+-]/.test(first)) return { features: words };
  return { processor: first, features: words.slice(1) };
}

function choices({ graph, found, near }: SelectedGraph): Choice[] {
  const list = (what: string, names: string[]) =>
    names.length > 0 ? [`${what} ${names.join(', ')}`] : [];
  return [
    { label: graph, kind: vscode.QuickPickItemKind.Separator, location: null },
    ...found.map((it) => ({
      label: `${it.assumes.length > 0 ? '$(question)' : '$(check)'} ${it.record}`,
      description: it.result,
      detail: [
        `complexity ${it.complexity}`,
        ...list('needs', it.needs),
        ...list('if', it.assumes),
      ].join('; '),
      location: it.location,
    })),
    ...near.map((it) => ({
      label: `not ${it.record}`,
      description: it.result,
      detail: it.why,
      location: it.location,
    })),
  ];
}

async function selectPattern(server: Server): Promise<void> {
  const graph = await vscode.window.showInputBox({
    title: 'Find the Pattern of a Graph',
    prompt: 'A selection graph as in patterns, or a generic instruction',
    placeHolder: '(add i32:$a, (loadi32 addr:$p)) or G_ADD s32 %a, %b',
  });
  if (!graph) return;
  const features = await vscode.window.showInputBox({
    title: 'Processor and Features',
    prompt: 'What code is generated for; nothing for all',
    placeHolder: 'skylake +avx512f',
  });
  if (features === undefined) return;
  const graphs = await server.request('tablegen/selectPattern', {
    ...currentScope(),
    graph,
    ...processorAndFeatures(features),
  });
  await choose('Patterns', graphs.flatMap(choices));
}

export function registerSelection(context: vscode.ExtensionContext, server: Server): void {
  context.subscriptions.push(
    vscode.commands.registerCommand('tablegen.selectPattern', () =>
      selectPattern(server).catch((error) => void vscode.window.showErrorMessage(message(error))),
    ),
  );
}
