import type { Connection } from "./connection.ts";
import type { Outbox } from "./outbox.ts";

/** For how long the parts of long answers are made in one turn, all of them together, in milliseconds. */
const LONG_MS = 1;

/** What can be closed when it has failed. */
export interface Breakable {
  terminate(): void;
}

/** Is told of a defect, and ends what has it. */
export type Failed = (broken: Breakable, error: unknown) => void;

/** Does the work of all that ask for it in one turn of the event loop, after it. One that fails takes no other with it. */
function together<Item extends Breakable>(work: (item: Item) => void, failed: Failed): (item: Item) => void {
  let waiting: Item[] = [];
  function workOnAll(): void {
    const items = waiting;
    waiting = [];
    for (const item of items) {
      try {
        work(item);
      } catch (error) {
        failed(item, error);
      }
    }
  }
  return (item) => {
    if (waiting.push(item) === 1) setImmediate(workOnAll);
  };
}

/**
 * What connections do together in one turn of the event loop: all that has come in is read first, then it is answered, then the
 * answers are sent. One after the other each would find the caches of the processor filled by the system's code for sockets,
 * and wake up its client alone; together they take half the time (docs/decisions/009-http-on-sockets.md).
 */
export class Turn {
  /** Something has come in on a connection. */
  readonly arrived: (connection: Connection) => void;
  /** Something is to be sent. */
  readonly written: (outbox: Outbox) => void;
  #longSince: number | undefined;

  constructor(failed: Failed) {
    this.arrived = together((connection) => connection.advance(), failed);
    this.written = together((outbox) => outbox.flush(), failed);
  }

  /**
   * Whether long answers have had their time in this turn. Those whose parts need no waiting would else be made whole in one, and
   * nobody else would be answered meanwhile.
   */
  get isOver(): boolean {
    const now = performance.now();
    if (this.#longSince === undefined) {
      this.#longSince = now;
      setImmediate(() => {
        this.#longSince = undefined;
      });
    }
    return now - this.#longSince > LONG_MS;
  }
}
