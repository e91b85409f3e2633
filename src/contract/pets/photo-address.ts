import { siteUrlOf } from "../shop/site-address.ts";
import type { PhotoSize } from "./photos.ts";

/** Creates the addresses of photos. `baseUrl` is the address of the API: photos are outside of it (decision D47). */
export function photoUrlAt(baseUrl: string): (token: string, size: PhotoSize) => string {
  const folder = `${siteUrlOf(baseUrl)}/photos`;
  return (token, size) => `${folder}/${token}-${size}.webp`;
}
