/** The path in a `sqlite:` URL: `sqlite://./data/petstore.db` is relative, `sqlite:///var/lib/petstore.db` absolute. */
export function sqlitePath(url: string): string {
  return url.replace(/^sqlite:\/\//, "");
}

/** Hides the password of a URL, up to the last `@`: a password that is not escaped may contain one. */
export function redactUrl(text: string): string {
  return text.replace(/(:\/\/[^:/@]*):.*@/s, "$1:***@").replace(/([?&]password=)[^&]*/gi, "$1***");
}
