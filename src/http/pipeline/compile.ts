/* The pipeline of every request: each operation and each page is compiled into one function, once, at startup. */
import { Failure } from "../../contract/errors/errors.ts";
import type { Operation } from "../../contract/operation.ts";
import { basePathOf, siteUrlOf } from "../../contract/shop/site-address.ts";
import { Slots } from "../../core/concurrency/slots.ts";
import { KEYS_MAX } from "../../core/keys/key-rules.ts";
import type { Application } from "../application.ts";
import { FairQueue } from "../limits/fair-queue.ts";
import { guestLimit, keyLimit, rateLimiter } from "../limits/rate-limit.ts";
import { bodyReader } from "../requests/body-limits.ts";
import { swaggerHint } from "../requests/swagger-paths.ts";
import type { EventStreams } from "../responses/event-streams.ts";
import { joiner } from "../responses/joined-bodies.ts";
import { presenter } from "../responses/presenter.ts";
import { type Route, responder } from "../responses/responder.ts";
import { ResponseCache } from "../responses/response-cache.ts";
import { FreshReads } from "../responses/standby-reads.ts";
import { withEnd } from "../responses/streamed-bodies.ts";
import { invitationOf, keyOf, scopeOf } from "./authentication.ts";
import { cors, isPreflight } from "./cors.ts";
import { lifecycleOf, notRemoved } from "./deprecation.ts";
import { Exchange, isStream, type Page, type Reply, type Respond, type Step } from "./exchange.ts";
import { contextsOf } from "./operation-context.ts";
import { readerOf, streamerOf } from "./read-operations.ts";
import { acceptable, bodyType, oneHost, preference, shortTarget } from "./request-checks.ts";
import { changerOf } from "./write-operations.ts";

/** Compiles the functions that respond to requests. */
export interface Compiler {
  /** Responds to the requests of an operation. */
  operation(operation: Operation): Respond;
  /** Responds to other methods on a path with these operations; without any, the path does not exist. */
  others(path: string, operations: readonly Operation[]): Respond;
  /** Responds to the requests of a page. */
  page(path: string, page: Page): Respond;
  /** Responds to requests for all other paths. */
  noPage(): Respond;
}

/** Creates the compiler of an application, with what operations share, such as limits and the cache. */
export function compiler(application: Application, events: EventStreams, isStopping: () => boolean): Compiler {
  const { store, metrics, baseUrl, instance, clock, stopwatch, rateLimit, maxInFlight } = application;
  const crossOrigin = cors(application.corsOrigins);
  const key = keyOf(application);
  const rate = rateLimiter(rateLimit, KEYS_MAX);
  const limited = rateLimit === 0 ? undefined : keyLimit(rate);
  const guestLimited = guestLimit(application);
  const withBody = bodyReader(application);
  const held = (operation: string, ms: number) =>
    application.log.warn({ operation, ms: Math.round(ms) }, "an operation held up all others");
  const fairQueue = new FairQueue({ stopwatch, charge: rate.charge, held, maxWaiting: maxInFlight });
  const inFlight = new Slots({ what: "requests in flight", max: maxInFlight });
  const streams = openStreams(application);
  const contexts = contextsOf(application);
  const cache = new ResponseCache(store, metrics.cached);
  const fresh = new FreshReads(store);
  const basePath = basePathOf(baseUrl);
  const nothing = nothingAt(application);
  const presentation = { baseUrl, instance, cached: () => cache.current(), joinPage: joiner() };

  /** Compiles steps into one function: the first step that returns something ends the request. */
  function pipeline(route: Route, steps: readonly (Step | undefined)[]): Respond {
    const pipelineSteps = [oneHost, ...steps].filter((step) => step !== undefined);
    const last = pipelineSteps.length - 1;
    const respond = responder(route, application, isStopping);

    function goOn(exchange: Exchange, from: number): ReturnType<Step> {
      for (let nth = from; nth < pipelineSteps.length; nth++) {
        const end = pipelineSteps[nth]?.(exchange);
        if (end instanceof Promise) return nth === last ? end : end.then((result) => result ?? goOn(exchange, nth + 1));
        if (end !== undefined) return end;
      }
      return undefined;
    }

    function finish(exchange: Exchange, end: Reply | Failure | undefined): ReturnType<Respond> {
      try {
        if (end === undefined) throw new Error(`no step of ${route.name} has ended the request`);
        return respond.with(exchange, end);
      } catch (error) {
        return respond.failed(exchange, error);
      }
    }

    return (request, server) => {
      const exchange = new Exchange(request, server, clock(), basePath);
      try {
        const end = goOn(exchange, 0);
        if (!(end instanceof Promise)) return finish(exchange, end);
        return end.then(
          (result) => finish(exchange, result),
          (error: unknown) => respond.failed(exchange, error),
        );
      } catch (error) {
        return respond.failed(exchange, error);
      }
    };
  }

  function answerOf(operation: Operation): Step {
    const contextFor = contexts(operation);
    if (operation.success.eventStream) {
      return streamerOf(operation, application, contextFor, { streams: events, fresh });
    }
    const present = presenter(operation, presentation);
    if (operation.method === "GET") return readerOf(operation, application, contextFor, present, { cache, fresh });
    return changerOf(operation, application, contextFor, present, fresh);
  }

  return {
    operation(operation) {
      const { fixed, link } = lifecycleOf(operation, application);
      const isGuest = operation.credential === "invitation";
      const { streamed, text, eventStream } = operation.success;
      const answer = streamed || text || eventStream ? streams(answerOf(operation)) : answerOf(operation);
      // In the order of decision D21.
      return pipeline({ name: operation.id, fixed, link, cors: crossOrigin }, [
        shortTarget, // 414
        // Before the lookup in the store: guesses must not keep it busy.
        isGuest ? guestLimited : undefined, // 429
        isGuest ? invitationOf(application) : operation.keyParameter ? keyOf(application, operation) : key, // 401
        countDeprecated(operation, application),
        notRemoved(operation, application), // 410
        scopeOf(operation), // 403
        isGuest ? undefined : limited, // 429
        acceptable(operation), // 406
        bodyType(operation), // 415
        preference,
        // 503, 413, 408, then the operation itself
        withBody(operation, (exchange) =>
          fairQueue.run(exchange.principal.keyId, operation.id, () => inFlight.run(undefined, () => answer(exchange))),
        ),
      ]);
    },

    others(path, operations) {
      const route = { name: "none", cors: crossOrigin };
      if (operations.length === 0) return pipeline(route, [shortTarget, key, nothing]);
      const methods = operations.map(({ method }) => method as string);
      const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
      const preflight: Step = (exchange) =>
        isPreflight(exchange)
          ? { status: 204, headers: { Allow: allow, ...crossOrigin.preflight(exchange, allow) } }
          : undefined;
      return pipeline(route, [shortTarget, preflight, key, methodOf([], allow, `${path} supports ${allow}`)]);
    },

    page(path, { respond, receive, failed }) {
      const methods = ["GET", "HEAD", ...(receive === undefined ? [] : ["POST"])];
      const allow = [...methods, "OPTIONS"].join(", ");
      const method = methodOf(methods, allow, `${path} has the methods ${allow}`);
      const form: Step | undefined =
        receive && ((exchange) => (exchange.method === "POST" ? receive(exchange) : undefined));
      const under = path.replace(/[:*].*$/, "");
      // The runtime routes `/console/../v1/keys` to the console but reports the normalized path, which would be logged.
      const isElsewhere: Step = (exchange) => (exchange.path.startsWith(under) ? undefined : nothing(exchange));
      return pipeline({ name: path, failed }, [isElsewhere, method, form, respond]);
    },

    noPage: () =>
      pipeline({ name: "none", failed: application.notFound }, [
        ({ path }) => new Failure("not_found", withHint(NO_PAGE, path)),
      ]),
  };
}

const NO_PAGE = "Nothing exists at this path. The API is at /v1, its reference at /docs, the staff console at /console";

function withHint(message: string, path: string): string {
  const hint = swaggerHint(path);
  return hint === undefined ? message : `${message}. ${hint}`;
}

/** Passes these methods on, responds to OPTIONS, and refuses all others. */
function methodOf(methods: readonly string[], allow: string, message: string): Step {
  const headers = { Allow: allow };
  return ({ method }) => {
    if (methods.includes(method)) return undefined;
    if (method === "OPTIONS") return { status: 204, headers };
    return new Failure("method_not_allowed", `${message}; got ${method}`, { headers });
  };
}

/**
 * Refuses a path that does not exist. One that only escapes what needs no escape (RFC 3986 6.2.2.2) is redirected, and so is one with
 * `..` that leads to an operation: Bun routes the raw path but gives us the normalized one.
 */
function nothingAt({ baseUrl, operations }: Application): Step {
  const site = siteUrlOf(baseUrl);
  const known = operations.map(({ path }) => new RegExp(`^/v1${path.replace(/\{\w+\}/g, "[^/]+")}$`));
  return ({ path, query }) => {
    const canonical = path.replace(/%(?:2[DE]|3\d|[46][1-9A-F]|[57][0-9A]|5F|7E)/gi, decodeURIComponent);
    if (canonical === path && !known.some((pattern) => pattern.test(path)))
      return new Failure("not_found", withHint(`Nothing exists at ${path.slice(0, 200)}`, path));
    // Some clients send characters that a header must not have.
    const target = `${canonical}${query === "" ? "" : `?${query}`}`.replace(/[^!-~]+/g, encodeURIComponent);
    return { status: 308, headers: { Location: `${site}${target}` } };
  };
}

/** Counts the calls of a deprecated operation, for the metrics and by key. */
function countDeprecated({ id, deprecation }: Operation, { metrics, keyring }: Application): Step | undefined {
  if (deprecation === undefined) return undefined;
  const meter = metrics.meter(id);
  return ({ principal, now }) => {
    meter.calledDeprecated();
    keyring.countDeprecated(principal, id, now);
    return undefined;
  };
}

/**
 * Limits open streams separately from requests in flight: a stream lasts as long as its client reads. It counts before its first part is
 * read, so that those over the limit are refused at once: a thousand that wait for their first part would leave no room for others.
 */
function openStreams({ metrics, maxStreams, maxStreamsPerKey }: Application): (answer: Step) => Step {
  const streams = new Slots({ what: "open streams", max: maxStreams, maxPerOwner: maxStreamsPerKey });
  metrics.gauge("petstore_http_streams_open", "Streams that clients are reading", () => streams.used);
  return (answer) => (exchange) => {
    // A response to HEAD has no stream.
    if (exchange.method === "HEAD") return answer(exchange);
    const release = streams.take(exchange.principal.keyId);
    const started = (reply: Reply | Failure | undefined) => {
      if (reply instanceof Failure || !isStream(reply?.body)) {
        release();
        return reply;
      }
      return { ...reply, body: withEnd(reply.body, release) };
    };
    const failed = (error: unknown) => {
      release();
      throw error;
    };
    try {
      const reply = answer(exchange);
      return reply instanceof Promise ? reply.then(started, failed) : started(reply);
    } catch (error) {
      return failed(error);
    }
  };
}
