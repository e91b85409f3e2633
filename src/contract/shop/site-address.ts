/** The address of the site without `/v1`, such as `https://pets.example` for `https://pets.example/v1`: of pages, photos, the console. */
export function siteUrlOf(baseUrl: string): string {
  return baseUrl.replace(/\/v1$/, "");
}

/** The base path of the service, such as `/shop` for `https://pets.example/shop/v1`; mostly empty. */
export function basePathOf(baseUrl: string): string {
  return siteUrlOf(new URL(baseUrl).pathname);
}
