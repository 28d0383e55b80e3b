// From machine code and assembly to records, and back: decodes bytes, parses a line of assembly, and encodes an
// instruction.

import * as vscode from 'vscode';
import { type Choice, choose, currentScope, describeLocation } from './locations';
import type { ByteOrder, CodeForms } from './protocol';
import { message, type Server } from './server';
import { unitName } from './units';

/** The order of an instruction's bytes, or the mode of X86 in which they run. */
type Form = vscode.QuickPickItem & { byteOrder?: ByteOrder; mode?: 16 | 32 | 64 };

const ORDERS: Record<ByteOrder, string> = {
  little: 'the least significant byte first',
  big: 'the most significant byte first',
  halves:
    'the most significant half first, each with its least significant byte first, as in Thumb',
};

const ALL_FORMS: CodeForms = { byteOrders: ['little', 'big', 'halves'], modes: [64, 32, 16] };

/** The label of the form that was chosen last, which is offered first. */
let lastForm: string | undefined;

/** Asks for the byte order or mode if the target has several. `undefined` if the user cancels. */
async function chooseForm(server: Server, has: 'any' | 'order'): Promise<Form | undefined> {
  // If the unit has an error, the next request reports it.
  const { byteOrders, modes } = await server
    .request('tablegen/codeForms', currentScope())
    .catch(() => ALL_FORMS);
  const orders = byteOrders.map((it): Form => ({ label: it, detail: ORDERS[it], byteOrder: it }));
  const widths = modes.map((it): Form => ({ label: `${it} bits`, mode: it }));
  const forms = has === 'any' ? [...orders, ...widths] : orders;
  const [only] = forms;
  if (forms.length < 2) return only ?? { label: '' };
  forms.sort((a, b) => Number(b.label === lastForm) - Number(a.label === lastForm));
  const title = orders.length > 0 ? 'Order of the Bytes of an Instruction' : 'Mode';
  const form = await vscode.window.showQuickPick(forms, { title });
  lastForm = form?.label ?? lastForm;
  return form;
}

async function decode(server: Server): Promise<void> {
  const bytes = await vscode.window.showInputBox({
    title: 'Decode Machine Code',
    prompt: 'Bytes in hexadecimal, as they are in memory',
    placeHolder: 'e0 03 00 aa',
  });
  if (!bytes) return;
  const form = await chooseForm(server, 'any');
  if (!form) return;
  const { byteOrder, mode } = form;
  const tables = await server.request('tablegen/decode', {
    ...currentScope(),
    bytes,
    byteOrder,
    mode,
  });
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
  await choose('Decoded', found.length > 0 ? found : near, async () => {
    const unit = await unitName(server);
    return `No instruction of ${unit} has these bytes, also not nearly. Select Unit chooses another target.`;
  });
}

/** Asks for `RECORD NAME=VALUE…`. The text to edit begins with the word at the cursor. */
async function askForFields() {
  const editor = vscode.window.activeTextEditor;
  const word = editor?.document.getWordRangeAtPosition(editor.selection.active, /\w+/);
  const text = await vscode.window.showInputBox({
    title: 'Encode an Instruction',
    prompt: 'The record, and values of the fields of its encoding: numbers or registers',
    placeHolder: 'ADDWri Rd=W1 Rn=W2 imm=5',
    value: word ? `${editor?.document.getText(word)} ` : '',
  });
  const [record, ...rest] = (text ?? '').trim().split(/[\s,]+/);
  if (!record) return undefined;
  const fields = rest.map((it) => {
    const [name, ...value] = it.split('=');
    return { name: name ?? '', value: value.join('=') };
  });
  return { record, fields };
}

async function encode(server: Server): Promise<void> {
  const asked = await askForFields();
  if (!asked) return;
  const form = await chooseForm(server, 'order');
  if (!form) return;
  const forms = await server.request('tablegen/encode', {
    ...currentScope(),
    ...asked,
    byteOrder: form.byteOrder,
  });
  const choices = forms.map((it): Choice => {
    const open = it.open.map(({ name, bits }) => `${name} (${bits} bits) is open`);
    const encoders = it.encodedBy.map((by) => `${by.name} is what ${by.function} makes`);
    const changed = it.changedBy ? [`${it.changedBy} changes it`] : [];
    return {
      label: it.bytes,
      description: it.encoding,
      detail: [...open, ...encoders, ...changed].join(', '),
      location: it.location,
    };
  });
  await choose('Encoded', choices, async () => `${asked.record} has no encoding.`);
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
      label: it.instruction,
      description: `${it.record === it.instruction ? '' : `alias of ${it.instruction}: `}${it.text}${it.variantName ? ` (${it.variantName})` : ''}`,
      detail: it.operands.map(({ name, text }) => `${name} = ${text}`).join(', '),
      location: it.location,
    })),
    ...near.map((it) => ({
      label: `not ${it.record}`,
      description: `${it.why} ${describeLocation(it.location)}`,
      location: it.location,
    })),
  ];
  await choose('Instructions', choices, async () => {
    const unit = await unitName(server);
    return `No instruction of ${unit} begins as this line does. Select Unit chooses another target.`;
  });
}

export function registerMachineCode(context: vscode.ExtensionContext, server: Server): void {
  const register = (command: string, run: (server: Server) => Promise<void>) =>
    vscode.commands.registerCommand(command, () =>
      run(server).catch((error) => void vscode.window.showErrorMessage(message(error))),
    );
  context.subscriptions.push(
    register('tablegen.decode', decode),
    register('tablegen.encode', encode),
    register('tablegen.parseAssembly', parseAssembly),
  );
}
