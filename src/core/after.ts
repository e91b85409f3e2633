/** A value, or the promise of one. What returns it waits only if something really has to be waited for. */
export type Eventual<Value> = Value | Promise<Value>;

/** Goes on with a value at once, or when it is there. */
export function after<Value, Result>(
  value: Eventual<Value>,
  next: (value: Value) => Eventual<Result>,
): Eventual<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
