// The extension on LLVM's X86 files: large tables, and how soon they follow.

import { startEditor } from './editor.mjs';
import { tester } from './example.mjs';
import * as hands from './hands.mjs';

export async function x86Tests({ codeServer, vsix, folder, screenshots }) {
  const { page, close } = await startEditor({ codeServer, vsix, folder });
  const { shot, check } = tester(page, screenshots, 'x86');
  try {
    await check(
      'the unit is found',
      async () => {
        await hands.openFile(page, 'llvm/lib/Target/X86/X86InstrArithmetic.td');
        await page.locator('[id$="tablegen.unit"]', { hasText: 'X86' }).waitFor({ timeout: 60000 });
        await shot('unit');
      },
      90,
    );
  } finally {
    await close();
  }
}
