/* The bodies of requests: how many may arrive at one time, and the memory that files take. */
import type { Operation } from "../contract/operation.ts";
import { free } from "../core/memory.ts";
import { Slots } from "../core/slots.ts";
import type { AppParts } from "./app-parts.ts";
import { BODY_MAX } from "./input.ts";
import type { HttpRequest } from "./message.ts";

/** A file may take this many times as long as another body: 20 MB over a slow line. */
const FILE_TIMEOUTS = 6;

/** The memory for files, in bytes: more than the largest one. One key gets half of it, or one file. */
const FILE_BYTES_MAX = 32 * 1024 * 1024;

/** Files that wait, with their bytes still at the client. One key gets half of these places. Of each, the runtime reads more than 1 MB ahead. */
const FILES_WAITING_MAX = 16;

/** A photo takes about a second of a processor. */
const FILE_RETRY_SECONDS = 3;

/** A file waits for others at most this many times as long as a body may take, before an idle connection is closed. */
const LINE_TIMEOUTS = 2;

const NO_BODY = new Uint8Array();

/** Reads the body of a request by a key, and does work with it. */
export type WithBody = <Result>(
  request: HttpRequest,
  keyId: string,
  operation: Operation,
  work: (body: Uint8Array) => Promise<Result>,
) => Promise<Result>;

/** Makes the reader of bodies; an operation without one gets no bytes. */
export function bodyReader({ maxInFlight, bodyTimeoutMs }: Pick<AppParts, "maxInFlight" | "bodyTimeoutMs">): WithBody {
  // Apart from requests in flight: a body lasts as long as the client sends.
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

  async function receive(request: HttpRequest, keyId: string): Promise<Uint8Array> {
    // Bodies that are here already give their slots back within a turn of the event loop.
    if (bodies.used >= maxPerKey) await new Promise(setImmediate);
    return bodies.run(keyId, () => request.body(BODY_MAX, bodyTimeoutMs));
  }

  /** A file takes memory until its response: it may wait for its turn after it has arrived. */
  async function withFile<Result>(
    request: HttpRequest,
    keyId: string,
    maxBytes: number,
    work: (file: Uint8Array) => Promise<Result>,
  ): Promise<Result> {
    // Without a length it may be as long as it likes, and with a larger one it is refused at once.
    const size = Math.min(request.bodyLength() ?? maxBytes, maxBytes);
    const release = await files.wait({ owner: keyId, size, waitMs: LINE_TIMEOUTS * bodyTimeoutMs });
    try {
      const file = await request.body(maxBytes, FILE_TIMEOUTS * bodyTimeoutMs);
      return await work(file).finally(() => free(file));
    } finally {
      release();
    }
  }

  return (request, keyId, { body, file }, work) => {
    if (file !== undefined) return withFile(request, keyId, file.maxBytes, work);
    return body === undefined ? work(NO_BODY) : receive(request, keyId).then(work);
  };
}
