import type { Operation } from "../contract/operation.ts";
import { basePathOf } from "../contract/shop/site-address.ts";
import type { Application } from "./application.ts";
import { systemPages } from "./observability/health-pages.ts";
import { type Compiler, compiler } from "./pipeline/compile.ts";
import type { Respond } from "./pipeline/exchange.ts";
import { eventStreams } from "./responses/event-streams.ts";

/** The application, as routes. */
export interface App {
  /** By path, in the syntax of `Bun.serve`: `:name` is one segment, `*` at the end is any rest. */
  readonly routes: Readonly<Record<string, Respond>>;
  /** Call when the service stops: it reports itself as not ready, and responses close their connections. */
  stopping(): void;
  /** Ends the event streams, which never end on their own. */
  endStreams(): void;
}

/** Creates the application. */
export function createApp(application: Application): App {
  const streams = eventStreams();
  let isStopping = false;
  const compile = compiler(application, streams, () => isStopping);
  const pages = {
    ...systemPages({ ...application, isStopping: () => isStopping }),
    ...application.pages,
  };
  const byPath = Map.groupBy(application.operations, ({ path }) => path);
  const nothing = compile.others("", []);
  const routes: Record<string, Respond> = {
    ...Object.fromEntries(Object.entries(pages).map(([path, page]) => [path, compile.page(path, page)])),
    ...Object.fromEntries(
      [...byPath].map(([path, here]) => [`/v1${path.replace(/\{(\w+)\}/g, ":$1")}`, byMethod(path, here, compile)]),
    ),
    "/v1": nothing,
    "/v1/*": nothing,
    "/*": compile.noPage(),
  };
  return {
    routes: belowToo(basePathOf(application.baseUrl), routes),
    stopping() {
      isStopping = true;
    },
    endStreams: streams.end,
  };
}

/** Adds every route below a base path: some proxies remove it before they forward a request, others do not. */
function belowToo(basePath: string, routes: Readonly<Record<string, Respond>>): Readonly<Record<string, Respond>> {
  if (basePath === "") return routes;
  const below = Object.entries(routes).map(([path, respond]) => [`${basePath}${path}`, respond] as const);
  return { ...routes, ...Object.fromEntries(below) };
}

function byMethod(path: string, operations: readonly Operation[], compile: Compiler): Respond {
  const others = compile.others(path, operations);
  const methods = new Map(operations.map((operation) => [operation.method as string, compile.operation(operation)]));
  const get = methods.get("GET");
  if (get !== undefined) methods.set("HEAD", get);
  return (request, server) => (methods.get(request.method) ?? others)(request, server);
}
