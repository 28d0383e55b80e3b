// What the editor asks about a source: hovers, definitions, semantic tokens.

import * as vscode from 'vscode';
import { type Files, isSource } from './files';
import { markdown } from './markdown';
import { Lines, Places } from './places';
import type { Problems } from './problems';
import type { Ask } from './protocol';
import type { Session } from './session';

/** The kinds of tokens. The engine and the editor use the same names. */
const KINDS = [
  ...['keyword', 'type', 'class', 'function', 'enumMember', 'property', 'parameter', 'variable'],
  ...['operator', 'string', 'number', 'comment', 'macro'],
];

export function registerLanguage(
  context: vscode.ExtensionContext,
  session: Session,
  files: Files,
  problems: Problems,
): void {
  /** Asks about a position of a source. */
  const at = <T>(
    document: vscode.TextDocument,
    position: vscode.Position,
    work: (ask: Ask, place: { path: string; offset: number }, lines: Lines) => Promise<T>,
  ) =>
    about(document, (ask, path, lines) =>
      work(ask, { path, offset: lines.offset(position) }, lines),
    );

  const about = async <T>(
    document: vscode.TextDocument,
    work: (ask: Ask, path: string, lines: Lines) => Promise<T>,
  ): Promise<T | undefined> => {
    if (!isSource(document)) return undefined;
    return session.about(document, async (ask, path) =>
      work(ask, path, new Lines((await files.text(path)) ?? '')),
    );
  };

  const retold = new vscode.EventEmitter<void>();
  const legend = new vscode.SemanticTokensLegend(KINDS);
  const selector = { language: 'tablegen' };
  context.subscriptions.push(
    retold,
    problems.onFound(() => retold.fire()),
    vscode.languages.registerHoverProvider(selector, {
      provideHover: (document, position) =>
        at(document, position, async (ask, place, lines) => {
          const hover = await ask('hover', place);
          if (!hover) return undefined;
          const { text, start, end } = hover;
          const range =
            start === undefined || end === undefined ? undefined : lines.range(start, end);
          return new vscode.Hover(await markdown(files, text), range);
        }),
    }),
    vscode.languages.registerDefinitionProvider(selector, {
      provideDefinition: (document, position) =>
        at(document, position, async (ask, place) => {
          const places = new Places(files);
          const found = await ask('definition', place);
          const locations = await Promise.all(found.map((it) => places.location(it)));
          return locations.filter((it) => it !== undefined);
        }),
    }),
    vscode.languages.registerDocumentSemanticTokensProvider(
      selector,
      {
        onDidChangeSemanticTokens: retold.event,
        provideDocumentSemanticTokens: (document) =>
          about(document, async (ask, path, lines) => {
            const { kinds, tokens } = await ask('tokens', { path });
            const made = new vscode.SemanticTokensBuilder(legend);
            for (let at = 0; at < tokens.length; at += 3) {
              const [start, length, kind] = tokens.slice(at, at + 3) as [number, number, number];
              const range = lines.range(start, start + length);
              // The editor does not accept tokens of several lines. The grammar colours them.
              if (range.isSingleLine) made.push(range, kinds[kind]!);
            }
            return made.build();
          }),
      },
      legend,
    ),
  );
}
