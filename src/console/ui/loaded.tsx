import type { ComponentChildren } from "preact";
import { hasCode } from "../app/failure.ts";
import { EmptyState, FailureState, Skeleton } from "./states.tsx";

interface LoadedProps<T> {
  readonly resource: { readonly data: T | undefined; readonly error: unknown; reload(): void };
  /** The height of the skeleton, in lines. */
  readonly lines: number;
  /** The message if it does not exist. */
  readonly missing?: string;
  readonly children: (data: T) => ComponentChildren;
}

/** Renders a resource once loaded; until then a skeleton or the error. */
export function Loaded<T>({ resource: { data, error, reload }, lines, missing, children }: LoadedProps<T>) {
  if (missing !== undefined && data === undefined && hasCode(error, "not_found")) return <EmptyState title={missing} />;
  return (
    <>
      {error !== undefined && <FailureState error={error} retry={reload} />}
      {data === undefined && error === undefined && <Skeleton lines={lines} />}
      {data !== undefined && children(data)}
    </>
  );
}
