// From machine code and assembly to records: which instruction some bytes are, or a line may be.

import * as vscode from 'vscode';
import { type Choice, choose, currentScope, describeLocation } from './locations';
import { message, type Server } from './server';

const ORDERS = ['little', 'big', 'halves'] as const;

async function decode(server: Server): Promise<void> {
  const bytes = await vscode.window.showInputBox({
    title: 'Decode Machine Code',
    prompt: 'Bytes in hexadecimal, as they are in memory',
    placeHolder: 'e0 03 00 aa',
  });
  if (!bytes) return;
  const order = await vscode.window.showQuickPick([...ORDERS], {
    title: 'Order of the bytes of an instruction',
  });
  const byteOrder = ORDERS.find((it) => it === order);
  if (!byteOrder) return;
  const tables = await server.request('tablegen/decode', { ...currentScope(), bytes, byteOrder });
  const found = tables.flatMap(({ table, found }) =>
    found.map(
      (it): Choice => ({
        label: it.record,
        description: `${it.text.replace(/\s+/g, ' ')} (${table})`,
        detail: it.fields.map(({ name, value }) => `${name} = ${value}`).join(', '),
        location: it.location,
      }),
    ),
  );
  const near = tables.flatMap(({ table, near }) =>
    near.map(
      (it): Choice => ({
        label: `not ${it.record}`,
        description: `bits ${it.bits.join(', ')} differ (${table})`,
        location: it.location,
      }),
    ),
  );
  await choose('Decoded', found.length > 0 ? found : near);
}

async function parseAssembly(server: Server): Promise<void> {
  const line = await vscode.window.showInputBox({
    title: 'Find the Instruction of a Line',
    prompt: 'A line of assembly',
  });
  if (!line) return;
  const { found, near } = await server.request('tablegen/parseAssembly', {
    ...currentScope(),
    line,
  });
  const choices: Choice[] = [
    ...found.map((it) => ({
      label: it.record,
      description: it.text,
      detail: it.operands.map(({ name, text }) => `${name} = ${text}`).join(', '),
      location: it.location,
    })),
    ...near.map((it) => ({
      label: `not ${it.record}`,
      description: `${it.why} ${describeLocation(it.location)}`,
      location: it.location,
    })),
  ];
  await choose('Instructions', choices);
}

export function registerMachineCode(context: vscode.ExtensionContext, server: Server): void {
  const register = (command: string, run: (server: Server) => Promise<void>) =>
    vscode.commands.registerCommand(command, () =>
      run(server).catch((error) => void vscode.window.showErrorMessage(message(error))),
    );
  context.subscriptions.push(
    register('tablegen.decode', decode),
    register('tablegen.parseAssembly', parseAssembly),
  );
}
