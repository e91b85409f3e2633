/* A client whose first requests meet faults on their way to a service. */
import { jest, test } from "bun:test";
import { Petstore, type PetstoreOptions } from "../../src/client/index.ts";
import { openService, type TestService } from "../support/harness.ts";

/** What happens to a request instead of its usual way. */
export type Fault = (request: Request, service: TestService) => Response | Promise<Response>;

type Faults = readonly (Fault | undefined)[];

/** A client and its requests so far. */
interface FaultyClient {
  readonly petstore: Petstore;
  readonly seen: readonly Request[];
}

/** What a test of the client has: a service, a client of it, and a way to make one whose first requests meet faults. */
interface ClientTest extends FaultyClient {
  readonly service: TestService;
  meeting(faults: Faults, options?: Partial<PetstoreOptions>): FaultyClient;
}

/** A test with a service and a client of it. */
export function testClient(rule: string, body: (given: ClientTest) => Promise<void>): void {
  test(rule, async () => {
    await using service = await openService();
    const meeting: ClientTest["meeting"] = (...faults) => faultyClient(service, ...faults);
    await body({ service, meeting, ...meeting([]) });
  });
}

/** Makes a client of a service, and keeps its requests. */
export function faultyClient(
  service: TestService,
  faults: Faults,
  options: Partial<PetstoreOptions> = {},
): FaultyClient {
  const seen: Request[] = [];
  const petstore = new Petstore({
    baseUrl: service.base,
    apiKey: service.adminKey,
    fetch: async (url, init) => {
      const request = new Request(url, init);
      const fault = faults[seen.push(request.clone()) - 1];
      return fault === undefined ? service.fetch(request) : fault(request, service);
    },
    ...options,
  });
  return { petstore, seen };
}

/** Lets the clock of all timers run, at once, until the condition holds. Returns how many milliseconds it has passed. */
export async function passUntil(isSo: () => boolean): Promise<number> {
  const { port1, port2 } = new MessageChannel();
  jest.useFakeTimers();
  try {
    for (let ms = 0; ; ms += 10) {
      // Everything that waits for no timer has its turn.
      await new Promise((resolve) => {
        port1.onmessage = resolve;
        port2.postMessage("");
      });
      if (isSo()) return ms;
      jest.advanceTimersByTime(10);
    }
  } finally {
    jest.useRealTimers();
    port1.close();
  }
}

/** A response of the service, or of a proxy in front of it. */
export function responding(status: number, headers: Record<string, string> = {}): Fault {
  return () => Response.json({ code: "other", message: "a fault", status }, { status, headers });
}

/** The connection is lost before there is a response. */
export const lost: Fault = () => {
  throw new TypeError("connection lost");
};

/** No response comes, whatever the client does. */
export const silent: Fault = () => new Promise(() => {});
