/* Photos at public URLs. Anyone with the URL may read the photo without a key (decision D47), unless its pet is not
   published (decision D88): then a key that may read pets is required. */
import { Failure } from "../contract/errors/errors.ts";
import { type PhotoSize, photoSizes } from "../contract/pets/photos.ts";
import { chain, type MaybePromise } from "../core/concurrency/maybe-promise.ts";
import { hasScope } from "../core/context.ts";
import type { Application } from "../http/application.ts";
import { keyOf } from "../http/pipeline/authentication.ts";
import { isKnown } from "../http/pipeline/conditional.ts";
import { type Exchange, type Page, type Reply, shared } from "../http/pipeline/exchange.ts";
import { PhotoCache } from "./photo-cache.ts";

type Send = (request: Exchange) => Reply;

const PATH = new RegExp(`^/photos/([\\w-]{22})-(${photoSizes.join("|")})\\.webp$`);

const HEADERS = {
  "Content-Type": "image/webp",
  // One day, so that deleted photos also leave caches.
  "Cache-Control": "public, max-age=86400, immutable",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

/** Responses that need a key are never cached. */
const STAFF_HEADERS = { ...HEADERS, "Cache-Control": "private, no-store", Vary: "Authorization" };

/** The route of all photos. */
export function photoPages(application: PhotoParts): Record<string, Page> {
  const cache = new PhotoCache(application.store, (bytes) => responsesWith(bytes, HEADERS));
  const staff = staffReader(application);
  return {
    "/photos/*": {
      respond(request) {
        const [, token, name] = PATH.exec(request.path) ?? [];
        // Without the URL, which would end up in logs and pages.
        if (token === undefined) throw NO_PHOTO;
        const size = name as PhotoSize;
        const known = cache.peek(token, size);
        if (known !== undefined) return shared(known(request));
        return cache.get(token, size).then(async (send) => {
          const sent = send ?? (await staff(request, token, size));
          if (sent === undefined) throw NO_PHOTO;
          return sent(request);
        });
      },
    },
  };
}

const NO_PHOTO = new Failure("not_found", "There is no photo at this address");

type PhotoParts = Pick<Application, "store" | "keyring" | "sha256" | "clock">;

/** Creates a reader for keys that may read pets; it includes photos of unpublished pets. */
function staffReader(application: PhotoParts) {
  const authenticate = keyOf(application);
  return (request: Exchange, token: string, size: PhotoSize): MaybePromise<Send | undefined> => {
    if (request.header("authorization") === undefined) return undefined;
    return chain(authenticate(request), async () => {
      if (request.sender === undefined || !hasScope(request.sender, "pets:read")) return undefined;
      const bytes = await application.store.photos.file(token, size);
      return bytes && responsesWith(bytes, STAFF_HEADERS);
    });
  };
}

/** The responses for a photo file, 304 included. Created once per file. */
function responsesWith(bytes: Uint8Array, common: Readonly<Record<string, string>>): Send {
  const headers = { ...common, ETag: `"${Bun.hash.xxHash64(bytes).toString(36)}"` };
  const known = { status: 304, headers };
  const whole = { status: 200, headers, body: new Blob([bytes as Uint8Array<ArrayBuffer>]) };
  return (request) => (isKnown(request, headers.ETag) ? known : whole);
}
