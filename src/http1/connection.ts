import type { Socket } from "bun";
import type { ConnectionLimits } from "./connection-limits.ts";
import { Inbox } from "./inbox.ts";
import { IncomingRequest } from "./incoming-request.ts";
import { BodyError, type HttpRequest, type HttpResponse } from "./message.ts";
import { Outbox } from "./outbox.ts";
import { RequestBody } from "./request-body.ts";
import { HeadReader, lateHead, ProtocolError, type RequestHead } from "./request-head.ts";
import { CONTINUE, sendResponse } from "./response.ts";
import type { ConnectionServer } from "./server.ts";

/**
 * One connection: requests come in, one at a time is answered, in their order. What comes in meanwhile waits, and beyond a bound the
 * client does; of an answer it holds what the client has not taken of its last part.
 */
export class Connection {
  readonly #socket: Socket<unknown>;
  readonly #server: ConnectionServer;
  readonly #inbox: Inbox;
  readonly #outbox: Outbox;
  readonly #heads = new HeadReader();
  /** The request that is being answered. */
  #head: RequestHead | undefined;
  /** Of the request that is being answered, or of the one before when not all of it has come. */
  #body: RequestBody | undefined;
  /** When something is too late, on the clock of the server. */
  #deadline: number;
  #isReadingHead = false;
  /** The other end sends nothing more. */
  #hasEnded = false;
  /** No request is read after the one that is being answered. */
  #isLast = false;
  #isEnding = false;
  #isLeaving = false;
  /** Its answer waits for the client, or for its next part. */
  #isSending = false;

  constructor(socket: Socket<unknown>, server: ConnectionServer) {
    this.#socket = socket;
    this.#server = server;
    this.#inbox = new Inbox(socket);
    this.#outbox = new Outbox(socket, server.turn);
    this.#deadline = server.now + server.limits.idle;
  }

  /** The other end sent something. */
  receive(bytes: Buffer): void {
    if (this.#isEnding) return;
    this.#inbox.add(bytes);
    this.#server.turn.arrived(this);
  }

  /** The other end can take more. */
  drain(): void {
    this.#outbox.drain();
  }

  /** The other end sends nothing more; it may still read. */
  end(): void {
    this.#hasEnded = true;
    if (this.#isEnding) this.#sayGoodbye();
    // One that is not asked for yet may have come whole.
    if (this.#body?.isWanted) this.#body.fail("broken off");
    this.#server.turn.arrived(this);
  }

  /** The connection is gone. */
  close(): void {
    this.#isEnding = true;
    this.#inbox.clear();
    this.#body?.fail("broken off");
    this.#outbox.close();
  }

  /** Ends what takes too long, and when the server stops what does nothing. */
  check(): void {
    if ((this.#isSending || this.#outbox.isBehind) && this.#outbox.isMoving()) this.#allow("idle");
    if (this.#server.now >= this.#deadline) this.#giveUp();
    else if (this.#server.isStopping && this.#head === undefined && this.#inbox.bytes === undefined) this.#end();
  }

  /** Gives it the time that it may take for something. */
  #allow(what: Exclude<keyof ConnectionLimits, "check">): void {
    this.#deadline = this.#server.now + this.#server.limits[what];
  }

  #giveUp(): void {
    if (this.#isReadingHead) this.refuse(lateHead(this.#server.limits.head));
    else if (this.#isSending || this.#isLeaving) this.terminate();
    else if (this.#isEnding) {
      // What the client has not read yet is still sent. Should this do nothing, the next check finds it.
      this.#isLeaving = true;
      this.#socket.close();
    } else this.#end();
  }

  /** Closes it now, whatever it does: what the client has not got yet is lost. */
  terminate(): void {
    this.#socket.terminate();
  }

  /** Goes on when something has come; nobody waits for that, so a defect is told here. */
  #when<Value>(coming: Promise<Value>, work: (value: Value) => void): void {
    coming.then(work).catch((error: unknown) => this.#server.failed(this, error));
  }

  /** Goes on with what has come in. */
  advance(): void {
    const isBegun = this.#takeBody() && this.#head === undefined && this.#begin();
    if (this.#head === undefined) {
      // The next one has a turn of the event loop of its own: other connections come between, and it sees what was changed since.
      if (isBegun && this.#inbox.bytes !== undefined) this.#server.turn.arrived(this);
      // All that the client asked is answered, and what is left of its bytes is no request.
      else if (this.#hasEnded) this.#end();
    }
    this.#inbox.throttle();
  }

  /** Takes what has come of the body of a request. Says whether all of it was taken. */
  #takeBody(): boolean {
    const body = this.#body;
    if (body === undefined || body.isComplete) return true;
    const { bytes } = this.#inbox;
    // While its request is answered it waits: it may be asked for.
    if (bytes === undefined || (this.#head !== undefined && !body.isWanted)) return false;
    this.#inbox.drop(body.take(bytes));
    this.#isLast ||= body.isMalformed;
    if (this.#head === undefined) {
      if (body.isMalformed) this.#end();
      else if (body.isComplete) this.#allow("idle");
    }
    return body.isComplete;
  }

  /** Begins to answer the next request. Says whether there was one. */
  #begin(): boolean {
    const head = this.#isEnding ? undefined : this.#takeHead();
    if (head === undefined) return false;
    this.#head = head;
    this.#body = head.length === 0 ? undefined : new RequestBody(head.length);
    this.#isReadingHead = false;
    this.#deadline = Number.POSITIVE_INFINITY;
    const response = this.#server.handler.answer(new IncomingRequest(head, this.#socket, this.#readBody));
    if (response instanceof Promise) {
      this.#when(response, (made) => {
        this.#respond(made, head);
        this.#server.turn.arrived(this);
      });
    } else this.#respond(response, head);
    return true;
  }

  #takeHead(): RequestHead | undefined {
    const { bytes } = this.#inbox;
    if (bytes === undefined) return undefined;
    try {
      const { head, end } = this.#heads.read(bytes);
      this.#inbox.drop(end);
      if (head === undefined && !this.#isReadingHead && this.#inbox.bytes !== undefined) {
        this.#isReadingHead = true;
        this.#allow("head");
      }
      return head;
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
    this.#inbox.throttle();
    const bytes = body.bytes();
    if (bytes !== undefined) return bytes;
    if (this.#outbox.isClosed || this.#hasEnded) throw new BodyError("broken off", "");
    if (this.#head?.expectsContinue) this.#outbox.write(CONTINUE, CONTINUE.length);
    return body.wait(timeoutMs, () => {
      this.#isLast = true;
    });
  };

  #respond(response: HttpResponse, head: RequestHead): void {
    if (this.#outbox.isClosed) {
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
    this.#allow("idle");
    this.#when(taken, ({ error }) => {
      // The status is sent already: breaking off is the only way left to say that the answer is not whole.
      if (error !== undefined) this.terminate();
      this.#finish(response, error);
      this.#server.turn.arrived(this);
    });
  }

  #finish(response: HttpResponse, error?: unknown): void {
    response.ended(error);
    this.#isSending = false;
    this.#head = undefined;
    const isWhole = this.#body?.isComplete ?? true;
    // What is still to come of it is thrown away.
    if (!isWhole) this.#body?.fail("broken off");
    this.#allow(isWhole ? "idle" : "rest");
    if (this.#isLast || this.#server.isStopping) this.#end();
  }

  /** Answers what is no request, and reads no further. */
  refuse(error: ProtocolError): void {
    const response = this.#server.handler.refuse(error);
    sendResponse(response, undefined, true, this.#outbox);
    response.ended();
    this.#end();
  }

  /** Says that nothing more comes. To close while the client sends would reset the connection: it could lose what it has not read. */
  #end(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#isReadingHead = false;
    this.#inbox.clear();
    this.#allow("farewell");
    this.#outbox.flush();
    if (this.#outbox.emptied === undefined) this.#sayGoodbye();
    else this.#when(this.#outbox.emptied, () => this.#sayGoodbye());
  }

  #sayGoodbye(): void {
    if (this.#outbox.isClosed || this.#outbox.emptied !== undefined) return;
    if (this.#hasEnded) this.#socket.close();
    else this.#socket.shutdown();
  }
}
