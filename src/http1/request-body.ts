import { type BodyFrame, bodyFrame } from "./body-frame.ts";
import { BodyError } from "./message.ts";
import { ProtocolError } from "./request-head.ts";

/** More parts than these are joined: many that are small would take far more memory than their bytes. */
const PARTS_MAX = 64;

/** The body of one request as it comes in: collected when somebody asks for it, and otherwise thrown away. */
export class RequestBody {
  readonly #frame: BodyFrame;
  readonly #length: number | undefined;
  #max: number | undefined;
  #parts: Uint8Array[] = [];
  #size = 0;
  #isMalformed = false;
  /** Why the rest of it is of no use, or does not come. */
  #failure: Pick<BodyError, "reason" | "message"> | undefined;
  #waiting: PromiseWithResolvers<Uint8Array> | undefined;
  #timer: Timer | undefined;

  /** A body of so many bytes, or in chunks. */
  constructor(length: number | undefined) {
    this.#length = length;
    this.#frame = bodyFrame(length);
  }

  /** All of it has come. */
  get isComplete(): boolean {
    return this.#frame.isComplete;
  }

  /** Somebody has asked for it, and nothing speaks against it. */
  get isWanted(): boolean {
    return this.#max !== undefined && this.#failure === undefined;
  }

  /** Its chunks are none: where the next request begins cannot be known any more. */
  get isMalformed(): boolean {
    return this.#isMalformed;
  }

  /** Takes what has come. Answers how many of the bytes belong to it. */
  take(bytes: Buffer): number {
    try {
      const taken = this.#frame.take(bytes, (from, start, end) => this.#add(from, start, end));
      if (this.#frame.isComplete && this.#failure === undefined) {
        clearTimeout(this.#timer);
        this.#waiting?.resolve(this.#whole());
      }
      return taken;
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.#isMalformed = true;
      this.fail("malformed", error.message);
      return bytes.length;
    }
  }

  #add(bytes: Buffer, start: number, end: number): void {
    if (!this.isWanted) return;
    this.#size += end - start;
    if (this.#size > (this.#max ?? 0)) this.fail("too large", "more");
    else this.#parts.push(end - start === bytes.length ? bytes : bytes.subarray(start, end));
    if (this.#parts.length > PARTS_MAX) this.#parts = [Buffer.concat(this.#parts)];
  }

  /** The rest of it is of no use, or does not come. */
  fail(reason: BodyError["reason"], message = ""): void {
    if (this.#failure !== undefined) return;
    this.#failure = { reason, message };
    this.#parts = [];
    clearTimeout(this.#timer);
    this.#waiting?.reject(new BodyError(reason, message));
  }

  /** Asks for it: at most `max` bytes. Throws when it says itself that it has more. */
  want(max: number): void {
    if (this.#length !== undefined && this.#length > max) throw new BodyError("too large", `${this.#length} bytes`);
    this.#max = max;
  }

  /** All of it, when it has come; else undefined. Throws what it failed with. */
  bytes(): Uint8Array | undefined {
    if (this.#failure !== undefined) throw new BodyError(this.#failure.reason, this.#failure.message);
    return this.#frame.isComplete ? this.#whole() : undefined;
  }

  /** Waits for all of it, for so long. */
  wait(timeoutMs: number, late: () => void): Promise<Uint8Array> {
    this.#waiting = Promise.withResolvers<Uint8Array>();
    this.#timer = setTimeout(() => {
      late();
      this.fail("late", `${timeoutMs / 1000} s`);
    }, timeoutMs);
    return this.#waiting.promise;
  }

  #whole(): Uint8Array {
    const [first] = this.#parts;
    return this.#parts.length === 1 && first !== undefined ? first : Buffer.concat(this.#parts);
  }
}
