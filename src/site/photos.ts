/* Photos at public URLs: anyone who has the URL may read the photo, without a key (decision D47). */
import { Failure } from "../contract/errors.ts";
import { type PhotoSize, photoSizes } from "../contract/photos.ts";
import type { Store } from "../core/ports.ts";
import { isKnown } from "../http/conditional.ts";
import { type Exchange, type Page, type Reply, shared } from "../http/exchange.ts";
import { PhotoCache } from "./photo-cache.ts";

type Send = (request: Exchange) => Reply;

const PATH = new RegExp(`^/photos/([\\w-]{22})-(${photoSizes.join("|")})\\.webp$`);

const HEADERS = {
  "Content-Type": "image/webp",
  // A day: a photo that is deleted disappears from caches too.
  "Cache-Control": "public, max-age=86400, immutable",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

/** The page of every photo. */
export function photoPages(store: Store): Record<string, Page> {
  const cache = new PhotoCache(store, responsesWith);
  return {
    "/photos/*": {
      respond(request) {
        const [, token, name] = PATH.exec(request.path) ?? [];
        // Without the address: it would be in logs and pages.
        if (token === undefined) throw NO_PHOTO;
        const size = name as PhotoSize;
        const known = cache.peek(token, size);
        if (known !== undefined) return shared(known(request));
        return cache.get(token, size).then((send) => {
          if (send === undefined) throw NO_PHOTO;
          return send(request);
        });
      },
    },
  };
}

const NO_PHOTO = new Failure("not_found", "There is no photo at this address");

/** The responses with a file of a photo, and 304 to a client that has it. Each is made once. */
function responsesWith(bytes: Uint8Array): Send {
  const headers = { ...HEADERS, ETag: `"${Bun.hash.xxHash64(bytes).toString(36)}"` };
  const known = { status: 304, headers };
  const whole = { status: 200, headers, body: new Blob([bytes as Uint8Array<ArrayBuffer>]) };
  return (request) => (isKnown(request, headers.ETag) ? known : whole);
}
