// Random numbers for tests.

/** Returns a function that returns numbers below a bound. Equal seeds give the same numbers in every run. */
export function numbers(seed) {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % bound;
  };
}
