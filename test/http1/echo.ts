/* A server that answers what it was asked, and what the tests of the HTTP layer share. Its answers are counted when it closes. */
import { expect } from "bun:test";
import { join } from "node:path";
import { type ConnectionLimits, LIMITS_MS } from "../../src/http1/connection-limits.ts";
import { BodyError, type HttpRequest, type HttpResponse } from "../../src/http1/message.ts";
import { type HttpServer, listen } from "../../src/http1/server.ts";
import { until } from "../program.ts";
import { Wire } from "../raw-http.ts";

/** What a test makes of a request. */
export type Reply = Partial<Pick<HttpResponse, "status" | "headers" | "body">>;

/** How an answer ended, by the path of its request. */
export interface Ending {
  readonly path: string;
  readonly error: unknown;
}

export interface Echo extends AsyncDisposable {
  readonly server: HttpServer;
  readonly port: number;
  /** What was taken for a request: its method and path, in this order. */
  readonly asked: readonly string[];
  /** What was refused as no request: its codes. */
  readonly refused: readonly string[];
  readonly endings: readonly Ending[];
  /** What was thrown where nothing may be. A test that wants some takes them out. */
  readonly defects: unknown[];
  /** Connects to it. */
  connect(): Wire;
}

interface EchoOptions {
  readonly answer?: (request: HttpRequest) => Reply | Promise<Reply>;
  readonly limits?: Partial<ConnectionLimits>;
  readonly isTls?: boolean;
  readonly maxConnections?: number;
}

const tlsFile = (name: string) => Bun.file(join(import.meta.dir, "../tls", name)).text();
const tls = { cert: await tlsFile("for-tests-only.crt"), key: await tlsFile("for-tests-only.key") };

/** How many bytes the body of an echoed request may have, and how long it may take. */
export const BODY_MAX = 100_000;
export const BODY_TIMEOUT_MS = 5_000;

/** The headers that are echoed. */
export const ECHOED = ["host", "x-a", "x-b", "x-c"] as const;

/** What the answer to an echoed request says. */
export function echoed(request: Pick<HttpRequest, "method" | "path" | "query" | "header">, body: string): string {
  const { method, path, query } = request;
  return JSON.stringify({ method, path, query, headers: ECHOED.map((name) => request.header(name) ?? null), body });
}

/** Answers with the request and its body; a body that cannot be read is 400, and the answer says why. */
export function answerEcho(request: HttpRequest): Reply | Promise<Reply> {
  const answer = (bytes: Uint8Array) => ({ body: echoed(request, Buffer.from(bytes).toString("latin1")) });
  const refuse = (error: unknown) => {
    if (!(error instanceof BodyError)) throw error;
    return { status: 400, body: error.reason };
  };
  try {
    const bytes = request.readBody(BODY_MAX, BODY_TIMEOUT_MS);
    return bytes instanceof Promise ? bytes.then(answer, refuse) : answer(bytes);
  } catch (error) {
    return refuse(error);
  }
}

/** Starts a server. Disposing of it fails when an answer has not ended exactly once, or something was thrown. */
export function openEcho({ answer = answerEcho, limits = {}, isTls, maxConnections = 10_000 }: EchoOptions = {}): Echo {
  const asked: string[] = [];
  const refused: string[] = [];
  const endings: Ending[] = [];
  const defects: unknown[] = [];
  let begun = 0;
  const respond = (path: string, { status = 200, headers = {}, body }: Reply): HttpResponse => {
    begun += 1;
    let isOver = false;
    const ended = (error?: unknown) => {
      if (isOver) defects.push(new Error(`the answer to ${path} ended twice`));
      isOver = true;
      endings.push({ path, error });
    };
    return { status, headers, body, ended };
  };
  const server = listen({
    hostname: "127.0.0.1",
    port: 0,
    isShared: false,
    connectionsMax: maxConnections,
    tls: isTls ? tls : undefined,
    limits: { ...LIMITS_MS, ...limits },
    handler: {
      answer(request) {
        asked.push(`${request.method} ${request.path}`);
        const reply = answer(request);
        if (!(reply instanceof Promise)) return respond(request.path, reply);
        return reply.then((made) => respond(request.path, made));
      },
      refuse({ code, message }) {
        refused.push(code);
        const status = {
          malformed_request: 400,
          request_timeout: 408,
          headers_too_large: 431,
          service_unavailable: 503,
        };
        return respond("", { status: status[code], body: `${code}: ${message}` });
      },
      failed: (error) => defects.push(error),
    },
  });
  return {
    server,
    port: server.port,
    asked,
    refused,
    endings,
    defects,
    connect: () => new Wire(server.port, isTls ? tls.cert : undefined),
    async [Symbol.asyncDispose]() {
      const stopped = server.stop();
      server.terminate();
      await stopped;
      await until(() => endings.length >= begun, "the end of every answer");
      expect({ ended: endings.length, defects }).toEqual({ ended: begun, defects: [] });
    },
  };
}
