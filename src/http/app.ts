import type { AppParts } from "./app-parts.ts";
import { systemPages } from "./health.ts";
import type { Route } from "./message.ts";
import { createObserver } from "./observer.ts";
import { noPageRoute, pageRoute } from "./page-routes.ts";
import { pipeline } from "./pipeline.ts";
import { eventStreams } from "./sse.ts";

/** The application: what it responds with at each path. */
export interface App {
  /** Paths as `Bun.serve` has them: `:name` is one segment, `*` at the end is any rest. */
  readonly routes: Readonly<Record<string, Route>>;
  /** The service is stopping: it reports itself as not ready. */
  stopping(): void;
  /** Ends the streams of events, which would never end on their own. */
  endStreams(): void;
}

/** Puts the application together. */
export function createApp(parts: AppParts): App {
  const observer = createObserver(parts);
  const streams = eventStreams();
  const route = pipeline(parts, observer, streams);
  let isStopping = false;
  const pages = {
    ...systemPages({ ...parts, isStopping: () => isStopping }),
    ...parts.pages,
  };
  const byPath = Map.groupBy(parts.operations, ({ path }) => path);
  const nothing = route("", []);
  return {
    routes: {
      ...Object.fromEntries(Object.entries(pages).map(([path, page]) => [path, pageRoute(path, page, observer)])),
      ...Object.fromEntries(
        [...byPath].map(([path, here]) => [`/v1${path.replace(/\{(\w+)\}/g, ":$1")}`, route(path, here)]),
      ),
      "/v1": nothing,
      "/v1/*": nothing,
      "/*": noPageRoute(observer, parts.notFound),
    },
    stopping() {
      isStopping = true;
    },
    endStreams: streams.end,
  };
}
