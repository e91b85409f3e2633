import type { Socket } from "bun";
import type { HttpRequest } from "./message.ts";
import type { RequestHead } from "./request-head.ts";

/** A request on a connection. */
export class IncomingRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly readBody: HttpRequest["readBody"];
  readonly #headers: ReadonlyMap<string, string>;
  readonly #socket: Socket<unknown>;

  constructor(
    { method, path, query, headers }: RequestHead,
    socket: Socket<unknown>,
    readBody: HttpRequest["readBody"],
  ) {
    this.method = method;
    this.path = path;
    this.query = query;
    this.readBody = readBody;
    this.#headers = headers;
    this.#socket = socket;
  }

  get peer(): string {
    return this.#socket.remoteAddress;
  }

  header(name: string): string | undefined {
    return this.#headers.get(name);
  }
}
