/** The path in a `sqlite:` URL: `sqlite://./data/petstore.db` is relative, `sqlite:///var/lib/petstore.db` absolute; undefined in others. */
export function sqlitePath(url: string): string | undefined {
  return /^sqlite:\/\/(.*)$/s.exec(url)?.[1];
}

/** Hides the password of a URL, up to the last `@`: a password that is not escaped may contain one. */
export function redactUrl(text: string): string {
  return text.replace(/(:\/\/[^:/@]*):.*@/s, "$1:***@").replace(/([?&]password=)[^&]*/gi, "$1***");
}
