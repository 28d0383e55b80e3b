// An extension with a file system in memory, for a workspace without a disk. It cannot be searched.

const vscode = require('vscode');

exports.activate = async (context) => {
  const address = vscode.Uri.joinPath(context.extensionUri, '../workspace.json').toString(true);
  const files = new Map(Object.entries(await (await fetch(address)).json()));
  const changed = new vscode.EventEmitter();
  const missing = (uri) => vscode.FileSystemError.FileNotFound(uri);
  const inside = (uri) => {
    const start = uri.path.endsWith('/') ? uri.path : `${uri.path}/`;
    return [...files.keys()]
      .filter((it) => it.startsWith(start))
      .map((it) => it.slice(start.length));
  };
  const provider = {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => undefined),
    stat(uri) {
      const text = files.get(uri.path);
      const times = { ctime: 0, mtime: 0 };
      if (text !== undefined) return { ...times, type: vscode.FileType.File, size: text.length };
      if (inside(uri).length === 0) throw missing(uri);
      return { ...times, type: vscode.FileType.Directory, size: 0 };
    },
    readDirectory(uri) {
      const entries = inside(uri).map((it) => {
        const [name, ...rest] = it.split('/');
        return [name, rest.length > 0 ? vscode.FileType.Directory : vscode.FileType.File];
      });
      return [...new Map(entries)];
    },
    readFile(uri) {
      const text = files.get(uri.path);
      if (text === undefined) throw missing(uri);
      return new TextEncoder().encode(text);
    },
    writeFile(uri, bytes) {
      const isNew = !files.has(uri.path);
      files.set(uri.path, new TextDecoder().decode(bytes));
      const { Created, Changed } = vscode.FileChangeType;
      changed.fire([{ type: isNew ? Created : Changed, uri }]);
    },
    delete(uri) {
      files.delete(uri.path);
      changed.fire([{ type: vscode.FileChangeType.Deleted, uri }]);
    },
    rename() {
      throw vscode.FileSystemError.NoPermissions();
    },
    createDirectory() {},
  };
  context.subscriptions.push(
    vscode.workspace.registerFileSystemProvider('memory', provider),
    vscode.commands.registerCommand('memory.open', async () => {
      const name = await vscode.window.showInputBox({ title: 'File to Open' });
      const [folder] = vscode.workspace.workspaceFolders;
      await vscode.window.showTextDocument(vscode.Uri.joinPath(folder.uri, name));
    }),
  );
};
