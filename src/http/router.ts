import { RegExpRouter } from "hono/router/reg-exp-router";
import { SmartRouter } from "hono/router/smart-router";
import { TrieRouter } from "hono/router/trie-router";
import type { Endpoint } from "./mount.ts";

/** What a path leads to, with the values of its `:name` places. */
export interface Match {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Hono's router without its context and middleware, which nothing here uses and which take longer than the rest of a
 * refusal (docs/decisions/007-hot-path.md). The path that was added first wins.
 */
export function createRouter(paths: readonly (readonly [path: string, endpoint: Endpoint])[]): (path: string) => Match {
  const router = new SmartRouter<Endpoint>({ routers: [new RegExpRouter(), new TrieRouter()] });
  for (const [path, endpoint] of paths) router.add("ALL", path, endpoint);
  return (path) => {
    const [[first], captured] = router.match("ALL", path);
    if (first === undefined) throw new Error(`no route for ${path}`);
    const [endpoint, places] = first;
    return { endpoint, params: captured === undefined ? (places as Record<string, string>) : named(places, captured) };
  };
}

/** The values of the places; percent-encoding that is none is left as it is. */
function named(places: Record<string, number | string>, captured: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const name in places) {
    const text = captured[places[name] as number] ?? "";
    params[name] = text.includes("%") ? decode(text) : text;
  }
  return params;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
