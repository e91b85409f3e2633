/** A value, or the promise of one. What returns it waits only if something really has to be waited for. */
export type MaybePromise<Value> = Value | Promise<Value>;

/** Goes on with a value at once, or when it is there. */
export function chain<Value, Result>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/**
 * Waits for all of some work, also when one of them fails, and then throws what the first of them threw: what went on in a transaction
 * that has ended would change something outside of it.
 */
export async function allOf<const Works extends readonly unknown[]>(works: Works): Promise<ResultsOf<Works>> {
  const settled = await Promise.allSettled(works);
  return settled.map((one) => {
    if (one.status === "rejected") throw one.reason;
    return one.value;
  }) as ResultsOf<Works>;
}

type ResultsOf<Works> = { -readonly [Nth in keyof Works]: Awaited<Works[Nth]> };
