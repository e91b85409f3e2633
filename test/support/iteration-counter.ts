/** Requests that begin in one iteration of the event loop, at most (decision 034). */
export const REQUESTS_MAX = 128;

/** Counts what happens in each iteration of the event loop until it is disposed of. */
export function iterationCounter() {
  let count = 0;
  let most = 0;
  let immediate: NodeJS.Immediate | undefined;
  const next = () => {
    count = 0;
    immediate = setImmediate(next);
  };
  next();
  return {
    count() {
      count += 1;
      most = Math.max(most, count);
    },
    /** The most in one iteration. */
    most: () => most,
    [Symbol.dispose]: () => clearImmediate(immediate),
  };
}
