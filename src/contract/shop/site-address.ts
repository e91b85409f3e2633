/** The address of what is beside the interface, such as `https://pets.example` for `https://pets.example/v1`: pages, photos, the console. */
export function siteUrlOf(baseUrl: string): string {
  return baseUrl.replace(/\/v1$/, "");
}

/** The path before everything that the service has, such as `/shop` for `https://pets.example/shop/v1`; mostly empty. */
export function basePathOf(baseUrl: string): string {
  return siteUrlOf(new URL(baseUrl).pathname);
}
