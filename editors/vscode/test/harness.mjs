// A small test runner: runs tests one after the other, each with a time limit.

let passed = 0;
let failed = 0;

/**
 * Runs one test and prints its result. A test that takes longer than `seconds` ends the process, since it
 * may go on and disturb the next tests.
 */
export async function test(name, body, seconds = 60) {
  const started = Date.now();
  let timer;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`longer than ${seconds} s`)), seconds * 1000);
  });
  try {
    await Promise.race([body(), limit]);
    passed++;
    console.log(`ok   ${name} (${Date.now() - started} ms)`);
    return true;
  } catch (error) {
    failed++;
    console.log(`FAIL ${name}\n${indent(error?.stack ?? String(error))}`);
    if (Date.now() - started >= seconds * 1000) {
      summary();
      process.exit(1);
    }
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** Notes a failure outside of a test. */
export function failure(what) {
  failed++;
  console.log(`FAIL ${what}`);
}

/** Prints how many tests passed; true if all did. */
export function summary() {
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0;
}

function indent(text) {
  return text
    .split('\n')
    .slice(0, 12)
    .map((line) => `     ${line}`)
    .join('\n');
}
