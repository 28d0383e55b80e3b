// Numbers for tests at random.

/** A generator of numbers below a bound that is the same in every run. */
export function numbers(seed) {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % bound;
  };
}
