/** A value, or the promise of one that is not there yet. */
export type MaybePromise<Value> = Value | Promise<Value>;

/** Passes a value on, at once or when its promise resolves. */
export function chain<Value, Result>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/**
 * Like `Promise.all`, but waits for all promises before it throws the first error: work that goes on after its transaction has ended would
 * change something outside it.
 */
export async function allOf<const Works extends readonly unknown[]>(works: Works): Promise<ResultsOf<Works>> {
  const settled = await Promise.allSettled(works);
  return settled.map((one) => {
    if (one.status === "rejected") throw one.reason;
    return one.value;
  }) as ResultsOf<Works>;
}

type ResultsOf<Works> = { -readonly [Nth in keyof Works]: Awaited<Works[Nth]> };
