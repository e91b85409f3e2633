/* Imports that a process left unfinished when it ended: they are taken back, and those that cannot be are reported. */
import { conditions } from "../../core/conditions.ts";
import { rollBackAbandoned } from "../../core/imports/undo-import.ts";
import type { Store } from "../../core/ports.ts";

interface Parts {
  readonly store: Store;
  readonly clock: () => number;
  readonly warn: (fields: object, message: string) => void;
}

/** What is left of imports. */
export interface LeftImports {
  /** Takes back what was left; `isAny` if no other process can be at work on an import. Logs each that it cannot take back, once. */
  takeBack(isAny: boolean): Promise<void>;
  /** How many could not be taken back. */
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
