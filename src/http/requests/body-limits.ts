/* The bodies of requests: how many may arrive at one time, and the memory that files take. */
import type { Operation } from "../../contract/operation.ts";
import { free } from "../../core/caches/memory.ts";
import { yieldToEventLoop } from "../../core/concurrency/event-loop.ts";
import { Slots } from "../../core/concurrency/slots.ts";
import type { Application } from "../application.ts";
import type { Exchange, Step } from "../pipeline/exchange.ts";
import { type FileBody, fileIn } from "./multipart.ts";

/** The largest body that is no file, in bytes (decision D23). */
const BODY_MAX = 64 * 1024;

/** A file may take this many times as long as another body: 20 MB on a slow line. */
const FILE_TIMEOUTS = 6;

/** The memory for files, in bytes: more than the largest one. One key gets half of it, or one file. */
const FILE_BYTES_MAX = 32 * 1024 * 1024;

/**
 * Files that may wait, with their bytes still at the client. One key gets half of these slots. The runtime reads more than 1 MB of each
 * ahead.
 */
const FILES_WAITING_MAX = 16;

/** Seconds until a retry: converting a photo takes about one. */
const FILE_RETRY_SECONDS = 3;

/** A file waits at most this many times as long as a body may take, before an idle connection is closed. */
const LINE_TIMEOUTS = 2;

/** Creates the step that reads the body of an operation's requests, and then runs the next step. */
export function bodyReader({
  maxInFlight,
  bodyTimeoutMs,
}: Pick<Application, "maxInFlight" | "bodyTimeoutMs">): (operation: Operation, work: Step) => Step {
  // Separate from requests in flight: a body takes as long as the client needs to send it.
  const maxPerKey = Math.ceil(maxInFlight / 2);
  const bodies = new Slots({ what: "bodies in arrival", max: maxInFlight, maxPerOwner: maxPerKey });
  const files = new Slots({
    what: "photos and imports",
    max: FILE_BYTES_MAX,
    maxPerOwner: FILE_BYTES_MAX / 2,
    maxWaiting: FILES_WAITING_MAX,
    maxWaitingPerOwner: FILES_WAITING_MAX / 2,
    late: "Other files take too long",
    retryAfter: FILE_RETRY_SECONDS,
  });

  function receive(exchange: Exchange, work: Step): ReturnType<Step> {
    return exchange.readBody({
      maxBytes: BODY_MAX,
      timeoutMs: bodyTimeoutMs,
      ended: bodies.take(exchange.principal.keyId),
      use(body) {
        exchange.bytes = body;
        return work(exchange);
      },
    });
  }

  function withBody(exchange: Exchange, work: Step): ReturnType<Step> {
    // Bodies that are complete release their slots within one iteration of the event loop.
    return bodies.used < maxPerKey ? receive(exchange, work) : yieldToEventLoop().then(() => receive(exchange, work));
  }

  /** Counts the memory of a file until its response is sent, also while it waits after it has arrived. */
  async function withFile(exchange: Exchange, taken: FileBody, work: Step): Promise<Awaited<ReturnType<Step>>> {
    const { maxBytes } = taken;
    // Without a length, the largest size is assumed; a larger length is refused at once.
    const size = Math.min(exchange.bodyLength() ?? maxBytes, maxBytes);
    const owner = exchange.principal.keyId;
    const release = await files.wait({ owner, size, waitMs: LINE_TIMEOUTS * bodyTimeoutMs });
    try {
      const body = await exchange.readBody({
        maxBytes,
        timeoutMs: FILE_TIMEOUTS * bodyTimeoutMs,
        use: (whole) => whole,
      });
      exchange.bytes = body;
      exchange.file = await fileIn(exchange, taken);
      // A repeated form has another boundary, so only the file counts.
      exchange.bytes = exchange.file.bytes;
      return await Promise.try(() => work(exchange)).finally(() => free(body));
    } finally {
      release();
    }
  }

  return ({ body, file, exact }, work) => {
    if (file !== undefined) return (exchange) => withFile(exchange, file, work);
    if (body !== undefined) return (exchange) => withBody(exchange, work);
    return exact ? (exchange) => (exchange.hasBody() ? withBody(exchange, work) : work(exchange)) : work;
  };
}
