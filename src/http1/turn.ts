import type { Connection } from "./connection.ts";
import type { Outbox } from "./outbox.ts";

/** For how long the parts of long answers are made in one turn, all of them together, in milliseconds. */
const LONG_MS = 1;

/** What can be closed when it has failed. */
interface Breakable {
  terminate(): void;
}

/**
 * What connections do together in one turn of the event loop: all that has come in is read first, then it is answered, then the
 * answers are sent. One after the other each would find the caches of the processor filled by the system's code for sockets,
 * and wake up its client alone; together they take half the time (docs/decisions/009-http-on-sockets.md).
 */
export class Turn {
  readonly #failed: (connection: Breakable, error: unknown) => void;
  #arrived: Connection[] = [];
  #written: Outbox[] = [];
  #longSince: number | undefined;

  /** `failed` is told of a defect. */
  constructor(failed: (connection: Breakable, error: unknown) => void) {
    this.#failed = failed;
  }

  /** Something has come in on a connection. */
  arrived(connection: Connection): void {
    if (this.#arrived.push(connection) === 1) setImmediate(() => this.#advance());
  }

  /** Something is to be sent. */
  written(outbox: Outbox): void {
    if (this.#written.push(outbox) === 1) setImmediate(() => this.#send());
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

  #advance(): void {
    const arrived = this.#arrived;
    this.#arrived = [];
    for (const connection of arrived) {
      try {
        connection.advance();
      } catch (error) {
        this.#failed(connection, error);
      }
    }
  }

  #send(): void {
    const written = this.#written;
    this.#written = [];
    for (const outbox of written) {
      try {
        outbox.flush();
      } catch (error) {
        this.#failed(outbox, error);
      }
    }
  }
}
