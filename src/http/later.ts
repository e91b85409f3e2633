/** What is there now, or will be: nothing is awaited for what is there, which for most requests is all. */
export type Eventual<Value> = Value | Promise<Value>;

/** Goes on with a value at once when it is there. */
export function later<Value, Result>(
  value: Eventual<Value>,
  next: (value: Value) => Eventual<Result>,
): Eventual<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Does something; what it throws or rejects with becomes a value. */
export function attempt<Value>(work: () => Eventual<Value>, failed: (error: unknown) => Value): Eventual<Value> {
  try {
    const value = work();
    return value instanceof Promise ? value.catch(failed) : value;
  } catch (error) {
    return failed(error);
  }
}
