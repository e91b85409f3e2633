/* Photos at public addresses: whoever has one may read it, without a key (decision D47). */
import { Failure } from "../../contract/errors.ts";
import { type PhotoSize, photoSizes } from "../../contract/photos.ts";
import type { Store } from "../../core/ports.ts";
import { isKnown } from "../conditional.ts";
import type { HttpResponse, Page } from "../message.ts";
import { PhotoCache } from "./photo-cache.ts";

const PATH = new RegExp(`^/photos/([\\w-]{22})-(${photoSizes.join("|")})\\.webp$`);

const HEADERS = {
  "Content-Type": "image/webp",
  // A day: a photo that is deleted disappears from caches too.
  "Cache-Control": "public, max-age=86400, immutable",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

/** The page of every photo. */
export function photoPages(store: Store): Record<string, Page> {
  const cache = new PhotoCache(store);
  return {
    "/photos/*": async (request): Promise<HttpResponse> => {
      const [, token, size] = PATH.exec(request.path) ?? [];
      const file = token === undefined ? undefined : await cache.get(token, size as PhotoSize);
      // Without the address: it would be in logs and pages.
      if (file === undefined) throw new Failure("not_found", "There is no photo at this address");
      const headers = { ...HEADERS, ETag: file.tag };
      return isKnown(request, file.tag) ? { status: 304, headers } : { status: 200, headers, body: file.body };
    },
  };
}
