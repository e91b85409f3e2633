/* Downloads. */
import { withDeadline } from "./attempts.ts";

/** The bytes of a file in parts. Leaving the loop aborts the request. */
export type Parts = AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>;

/** Reads a response in parts. The timeout in milliseconds applies to the response and then to each part. */
export async function* readParts(
  open: (ended: AbortSignal) => Promise<Response>,
  timeout: number,
  signal: AbortSignal | undefined,
): Parts {
  const connection = new AbortController();
  try {
    const response = await withDeadline(timeout, signal, () => open(connection.signal));
    const reader = response.body?.getReader();
    for (;;) {
      const part = await withDeadline(timeout, signal, async () => reader?.read());
      if (part?.value === undefined) return;
      yield part.value;
    }
  } finally {
    connection.abort();
  }
}
