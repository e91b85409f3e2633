/* Fetches a photo by a URL from a file: over https, from the public internet, within limits (decision 078). */
import type { IncomingMessage } from "node:http";
import { photoOperations } from "../../contract/pets/photos.ts";
import { ImportError } from "../../files/problems/import-error.ts";
import { sendChecked } from "../../service/checked-request.ts";
import { AddressError, type Destination, destination, systemResolve } from "../../service/jobs/webhook-address.ts";

/** Resolves a URL. Throws `AddressError` if connecting to it is not allowed. */
export type CheckAddress = (url: string) => Promise<Destination>;

/** Allows the public internet. The connection uses the address that was checked; the host is not resolved again. */
export const checkPublicAddress: CheckAddress = (url) =>
  destination(url, { allowPrivate: false, resolve: systemResolve });

/** The limits of a download. */
export interface FetchLimits {
  readonly check: CheckAddress;
  /** For the whole download, from lookup to last byte and including redirects, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

const REDIRECTS_MAX = 5;

/** CDNs choose the image format by this header. */
const ACCEPT = "image/jpeg, image/png, image/webp, image/gif;q=0.9";

/** Returns the bytes at a URL. Throws `ImportError` with the cause, or the signal's reason once it aborts. */
export async function fetchPhoto(address: string, { check, timeoutMs, signal }: FetchLimits): Promise<Uint8Array> {
  const late = AbortSignal.timeout(timeoutMs);
  const either = AbortSignal.any([late, signal]);
  try {
    let url = parsed(address);
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
      const found = await read(await check(url), either);
      if (found instanceof Uint8Array) return found;
      url = parsed(found.location, url);
    }
    throw new ImportError(`it is redirected more than ${REDIRECTS_MAX} times`);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ImportError) throw error;
    if (late.aborted) throw new ImportError(`it was not received within ${timeoutMs / 1000} s`);
    throw new ImportError(reasonOf(error));
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AddressError) return `not fetched: expected ${error.message}`;
  const { code, name } = error as NodeJS.ErrnoException;
  return `no response (${code ?? name})`;
}

function parsed(text: string, base?: string): string {
  if (!URL.canParse(text, base)) throw new AddressError("a URL");
  return new URL(text, base).href;
}

type Found = Uint8Array | { readonly location: string };

function read(to: Destination, signal: AbortSignal): Promise<Found> {
  const headers = { Accept: ACCEPT, "User-Agent": "petstore-import" };
  const request = { method: "GET", headers, previousAttempts: 0, signal } as const;
  return sendChecked(to, request, async (status, response): Promise<Found> => {
    const { location } = response?.headers ?? {};
    if ([301, 302, 303, 307, 308].includes(status) && location !== undefined) return { location };
    if (status !== 200 || response === undefined) throw new ImportError(`the server answers ${status}`);
    return bytesOf(response);
  });
}

const { maxBytes } = photoOperations.addPhoto.file;

async function bytesOf(response: IncomingMessage): Promise<Uint8Array> {
  const tooLarge = () => new ImportError(`a photo may have at most ${maxBytes} bytes; this one has more`);
  if (Number(response.headers["content-length"] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    if (length > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  // A broken connection is a stream error, unless the response has no length.
  return new Uint8Array(Buffer.concat(chunks));
}
