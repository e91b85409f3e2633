import { useLayoutEffect, useState } from "preact/hooks";
import { session } from "./session.ts";

/** As many items as a page of a list has. */
export const PAGE_SIZE = 50;

/** A pause after the last key before a search starts, in milliseconds. */
export const PAUSE_MS = 120;

/** What a view shows: what was loaded last, and how loading it again goes. */
export interface Loaded<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  /** Loads again, for example after a failure or a change. */
  reload(): void;
  /** Changes what is shown without loading it. */
  patch(change: (data: T) => T): void;
}

/**
 * Loads for a component: at first, when `inputs` change, and when somebody else signs in. Only the last request counts; the
 * earlier ones are aborted. What is there stays until the new is, so that nothing jumps.
 */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>, inputs: readonly unknown[]): Loaded<T> {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Pick<Loaded<T>, "data" | "error" | "isLoading">>({
    data: undefined,
    error: undefined,
    isLoading: true,
  });
  const user = session.value;
  // `load` is another function at each rendering; `inputs` say when it loads another thing.
  // Before the browser draws: the request need not wait for that.
  useLayoutEffect(() => {
    const controller = new AbortController();
    setState(({ data }) => ({ data, error: undefined, isLoading: true }));
    load(controller.signal).then(
      (data) => {
        if (!controller.signal.aborted) setState({ data, error: undefined, isLoading: false });
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setState(({ data }) => ({ data, error, isLoading: false }));
      },
    );
    return () => controller.abort();
  }, [...inputs, attempt, user]);
  return {
    ...state,
    reload: () => setAttempt((before) => before + 1),
    patch: (change) => setState((now) => (now.data === undefined ? now : { ...now, data: change(now.data) })),
  };
}
