import type { Socket } from "bun";
import { LIMITS_MS } from "./connection-limits.ts";
import { IncomingRequest } from "./incoming-request.ts";
import { BodyError, type HttpRequest, type HttpResponse } from "./message.ts";
import { Outbox } from "./outbox.ts";
import { RequestBody } from "./request-body.ts";
import { HeadReader, ProtocolError, type RequestHead } from "./request-head.ts";
import { sendResponse } from "./response.ts";
import type { ConnectionServer } from "./server.ts";

/** How much may come in before somebody asks for it, in bytes; then the client has to wait. */
const INPUT_MAX = 128 * 1024;

/**
 * One connection: requests come in, one at a time is answered, in their order. It holds no more than `INPUT_MAX` bytes of what
 * comes in, and of an answer what the client has not taken of its last part.
 */
export class Connection {
  readonly #socket: Socket<unknown>;
  readonly #server: ConnectionServer;
  readonly #outbox: Outbox;
  readonly #heads = new HeadReader();
  /** What has come and was not read. */
  #input: Buffer | undefined;
  /** The request that is being answered. */
  #head: RequestHead | undefined;
  #body: RequestBody | undefined;
  /** When it is closed, on the clock of the server. */
  #deadline: number;
  #isReadingHead = false;
  /** The other end sends nothing more. */
  #hasEnded = false;
  /** No request is read after the one that is being answered. */
  #isLast = false;
  #isEnding = false;
  #isClosed = false;
  /** Its answer waits for the client, or for its next part. */
  #isSending = false;
  #isPaused = false;

  constructor(socket: Socket<unknown>, server: ConnectionServer) {
    this.#socket = socket;
    this.#server = server;
    this.#outbox = new Outbox(socket);
    this.#deadline = server.now + LIMITS_MS.idle;
  }

  /** The other end sent something. */
  receive(bytes: Buffer): void {
    if (this.#isEnding) return;
    this.#input = this.#input === undefined ? bytes : Buffer.concat([this.#input, bytes]);
    this.#advance();
  }

  /** The other end can take more. */
  drain(): void {
    this.#outbox.drain();
  }

  /** The other end sends nothing more; it may still read. */
  end(): void {
    this.#hasEnded = true;
    if (this.#isEnding) this.terminate();
    // One that is not asked for yet may have come whole.
    if (this.#body?.isWanted) this.#body.fail("broken off");
    this.#advance();
  }

  /** The connection is gone. */
  close(): void {
    this.#isClosed = true;
    this.#isEnding = true;
    this.#input = undefined;
    this.#body?.fail("broken off");
    this.#outbox.close();
  }

  /** Closes it if it has taken too long, or if it does nothing and the server stops. */
  check(): void {
    const isIdle = this.#head === undefined && this.#input === undefined && !this.#isEnding;
    if (this.#isSending && this.#outbox.isMoving()) this.#deadline = this.#server.now + LIMITS_MS.idle;
    const isLate = this.#server.now >= this.#deadline;
    if (isLate && this.#isReadingHead) {
      const message = `The head of the request did not arrive within ${LIMITS_MS.head / 1000} s`;
      this.refuse(new ProtocolError("request_timeout", message));
    } else if (isLate || (isIdle && this.#server.isStopping)) this.terminate();
  }

  /** Closes it now, whatever it does. */
  terminate(): void {
    this.#socket.terminate();
  }

  #advance(): void {
    const isBegun = this.#takeBody() && this.#head === undefined && this.#begin();
    if (this.#head === undefined) {
      // The next one has a turn of the event loop of its own: other connections come between, and it sees what was changed since.
      if (isBegun && this.#input !== undefined) setImmediate(() => this.#advance());
      // All that the client asked is answered, and what is left of its bytes is no request.
      else if (this.#hasEnded) this.#end();
    }
    this.#throttle();
  }

  /** Takes what has come of the body of a request. Says whether all of it was taken. */
  #takeBody(): boolean {
    const body = this.#body;
    if (body === undefined || body.isComplete) return true;
    // While its request is answered it waits: it may be asked for.
    if (this.#input === undefined || (this.#head !== undefined && !body.isWanted)) return false;
    try {
      const taken = body.take(this.#input);
      this.#input = taken === this.#input.length ? undefined : this.#input.subarray(taken);
    } catch {
      // Where the next request begins cannot be known any more.
      this.#isLast = true;
      this.#input = undefined;
      body.fail("broken off");
      if (this.#head === undefined) this.#end();
      return false;
    }
    return body.isComplete;
  }

  /** Begins to answer the next request. Says whether there was one. */
  #begin(): boolean {
    if (this.#isEnding || this.#input === undefined) return false;
    const head = this.#takeHead(this.#input);
    if (head === undefined) return false;
    this.#head = head;
    this.#body = head.length === 0 ? undefined : new RequestBody(head.length);
    this.#isReadingHead = false;
    this.#deadline = Number.POSITIVE_INFINITY;
    const response = this.#server.handler.answer(new IncomingRequest(head, this.#socket, this.#readBody));
    if (response instanceof Promise) {
      response.then((made) => {
        this.#respond(made, head);
        this.#advance();
      });
    } else this.#respond(response, head);
    return true;
  }

  #takeHead(input: Buffer): RequestHead | undefined {
    try {
      const read = this.#heads.read(input);
      if (read === undefined) {
        if (!this.#isReadingHead) this.#deadline = this.#server.now + LIMITS_MS.head;
        this.#isReadingHead = true;
        return undefined;
      }
      this.#input = read.end === input.length ? undefined : input.subarray(read.end);
      return read.head;
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.refuse(error);
      return undefined;
    }
  }

  /** Reads the body of the request that is being answered. */
  readonly #readBody: HttpRequest["readBody"] = (max, timeoutMs) => {
    const body = this.#body;
    if (body === undefined) return new Uint8Array();
    body.want(max);
    this.#takeBody();
    const bytes = body.bytes();
    if (bytes !== undefined) return bytes;
    if (this.#isClosed || this.#hasEnded) throw new BodyError("broken off", "");
    if (this.#head?.expectsContinue) this.#outbox.write(CONTINUE, CONTINUE.length);
    return body.wait(timeoutMs, () => {
      this.#isLast = true;
    });
  };

  #respond(response: HttpResponse, head: RequestHead): void {
    if (this.#isClosed) {
      response.ended();
      return;
    }
    // A client that was not asked for its body may send it or not: what comes next could be either.
    const isUnclear = head.expectsContinue && this.#body?.isComplete === false && !this.#body.isWanted;
    if (head.isLast || isUnclear || this.#server.isStopping) this.#isLast = true;
    const taken = sendResponse(response, head, this.#isLast, this.#outbox);
    if (taken === undefined) {
      this.#finish(response);
      return;
    }
    this.#isSending = true;
    taken
      .then(
        () => this.#finish(response),
        (error: unknown) => {
          // The status is sent already: breaking off is the only way left to say that the answer is not whole.
          this.terminate();
          this.#finish(response, error);
        },
      )
      .then(() => this.#advance());
  }

  #finish(response: HttpResponse, error?: unknown): void {
    response.ended(error);
    this.#isSending = false;
    this.#head = undefined;
    // What is still to come of the body is thrown away.
    this.#body?.fail("broken off");
    const isWhole = this.#body?.isComplete ?? true;
    this.#deadline = this.#server.now + (isWhole ? LIMITS_MS.idle : LIMITS_MS.rest);
    if (this.#isLast) this.#end();
  }

  /** Answers what is no request, and reads no further. */
  refuse(error: ProtocolError): void {
    this.#isLast = true;
    this.#isReadingHead = false;
    const response = this.#server.handler.refuse(error);
    sendResponse(response, undefined, true, this.#outbox);
    response.ended();
    this.#end();
  }

  /** Says that nothing more comes, and waits for the client to close. */
  #end(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#input = undefined;
    this.#deadline = this.#server.now + LIMITS_MS.farewell;
    this.#throttle();
    const sayGoodbye = () => (this.#hasEnded ? this.#socket.end() : this.#socket.shutdown());
    const emptied = this.#outbox.emptied;
    if (emptied === undefined) sayGoodbye();
    else emptied.then(sayGoodbye);
  }

  #throttle(): void {
    const isFull = (this.#input?.length ?? 0) > INPUT_MAX;
    if (isFull === this.#isPaused) return;
    this.#isPaused = isFull;
    if (isFull) this.#socket.pause();
    else this.#socket.resume();
  }
}

const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";
