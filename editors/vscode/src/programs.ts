// Finds programs by name. Does not use the editor's interface.

import { existsSync, realpathSync } from 'node:fs';
import * as path from 'node:path';

/**
 * The program of this name on the PATH, outside of the workspace's folders. The system must not search itself: the
 * server is started in such a folder, where it would search if the PATH contains `.`, and on Windows in any case.
 */
export function findOnPath(
  name: string,
  searched: string,
  folders: readonly string[],
): string | undefined {
  const isInside = (file: string) => folders.some((it) => isBelow(file, it));
  return searched
    .split(path.delimiter)
    .filter((it) => path.isAbsolute(it))
    .map((it) => path.join(it, name))
    .find((it) => existsSync(it) && !isInside(it) && !isInside(realpathSync(it)));
}

function isBelow(file: string, folder: string): boolean {
  const way = path.relative(folder, file);
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}
