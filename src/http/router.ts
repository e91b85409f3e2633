import type { Endpoint } from "./mount.ts";

/** What a path leads to, with the values of its `:name` places. */
export interface Match {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Finds what a path leads to. In the paths given here `:name` stands for one segment and `*` at the end for all that may
 * follow. One that has neither wins; of the others the one that was added first.
 */
export function createRouter(paths: readonly (readonly [path: string, endpoint: Endpoint])[]): (path: string) => Match {
  const fixed = new Map<string, Match>();
  const patterns: { readonly pattern: RegExp; readonly endpoint: Endpoint }[] = [];
  for (const [path, endpoint] of paths) {
    if (/[:*]/.test(path)) patterns.push({ pattern: patternOf(path), endpoint });
    else fixed.set(path, { endpoint, params: {} });
  }
  return (path) => {
    const known = fixed.get(path);
    if (known !== undefined) return known;
    for (const { pattern, endpoint } of patterns) {
      const found = pattern.exec(path);
      if (found !== null) return { endpoint, params: decoded(found.groups) };
    }
    throw new Error(`no route for ${path}`);
  };
}

/** `/v1/*` is `/v1` too. */
function patternOf(path: string): RegExp {
  const named = path.replaceAll(/:(\w+)/g, "(?<$1>[^/]+)");
  return new RegExp(`^${named.replace(/^\*$/, ".*").replace(/\/\*$/, "(?:/.*)?")}$`, "s");
}

/** The values of the places; percent-encoding that is none is left as it is. */
function decoded(places: Record<string, string> = {}): Record<string, string> {
  const params: Record<string, string> = {};
  for (const name in places) {
    const text = places[name] ?? "";
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
