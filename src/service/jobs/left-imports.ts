/* Rolls back imports of processes that ended early, and reports those that cannot be. */
import { conditions } from "../../core/conditions.ts";
import { rollBackAbandoned } from "../../core/imports/undo-import.ts";
import type { Store } from "../../core/ports.ts";

interface Parts {
  readonly store: Store;
  readonly clock: () => number;
  readonly warn: (fields: object, message: string) => void;
}

/** Unfinished imports. */
export interface LeftImports {
  /**
   * Rolls back unfinished imports; with `isAny`, also recent ones, if no other process can be working on them. Logs each failure once.
   */
  takeBack(isAny: boolean): Promise<void>;
  /** How many could not be rolled back. */
  count(): number;
}

export function leftImports({ store, clock, warn }: Parts): LeftImports {
  let left: ReadonlySet<bigint> = new Set();
  return {
    async takeBack(isAny) {
      const found = await rollBackAbandoned(store, clock, isAny);
      for (const { id, reason } of found)
        if (!left.has(id)) warn({ import: String(id), err: reason }, conditions.leftImport.log);
      left = new Set(found.map(({ id }) => id));
    },
    count: () => left.size,
  };
}
