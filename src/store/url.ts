import { readlinkSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** The path in a `sqlite:` URL: `sqlite://./data/petstore.db` is relative, `sqlite:///var/lib/petstore.db` absolute; undefined in others. */
export function sqlitePath(url: string): string | undefined {
  const [, path] = /^sqlite:\/\/(.*)$/s.exec(url) ?? [];
  return path === undefined ? undefined : followed(path);
}

/** Resolves symbolic links, even if there is no file yet: SQLite keeps its log there, and a restore replaces the file, not the link. */
export function followed(path: string): string {
  let file = path;
  try {
    // As many as Linux follows. Opening the last one fails if they lead nowhere.
    for (let links = 0; links < 40; links++) file = resolve(dirname(file), readlinkSync(file));
  } catch {
    // Not a link, or not readable.
  }
  return file;
}

/**
 * Hides the password of a URL, up to the last `@`: an unescaped password may contain one. Also works without a slash or a scheme, as in a
 * mistyped setting.
 */
export function redactUrl(text: string): string {
  return text
    .replace(/(:\/\/[^:/@]*|^\w+:\/[^:/@]+|^[^:/@]+(?=:(?!\/))):.*@/s, "$1:***@")
    .replace(/([?&]password=)[^&]*/gi, "$1***");
}
