import { siteUrlOf } from "../shop/site-address.ts";
import type { PhotoSize } from "./photos.ts";

/** Makes the addresses of photos. `baseUrl` is the address of the interface: photos are beside it (decision D47). */
export function photoUrlAt(baseUrl: string): (token: string, size: PhotoSize) => string {
  const folder = `${siteUrlOf(baseUrl)}/photos`;
  return (token, size) => `${folder}/${token}-${size}.webp`;
}
