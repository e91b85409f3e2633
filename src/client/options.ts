/** Sends a request: `fetch`, or a function with the same meaning. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** An attempt of a request. */
export interface Attempt {
  /** The HTTP method. */
  readonly method: string;
  /** The whole URL. */
  readonly url: string;
}

/** The response to an attempt. */
export interface AttemptResponse extends Attempt {
  /** The HTTP status. */
  readonly status: number;
  /** The headers of the response. */
  readonly headers: Headers;
  /** How long it took, in milliseconds. */
  readonly ms: number;
}

/** An attempt that failed and is followed by another. */
export interface Retry extends Attempt {
  /** How many attempts have failed. */
  readonly attempt: number;
  /** The pause before the next one, in milliseconds. */
  readonly delayMs: number;
  /** The HTTP status; 0 if no response came. */
  readonly status: number;
}

/** Functions that are called around requests, for logs and measurements. What they throw fails the request. */
export interface Hooks {
  /** Called before each attempt. */
  onRequest?: ((attempt: Attempt) => void) | undefined;
  /** Called with each response, also one that reports a failure. */
  onResponse?: ((response: AttemptResponse) => void) | undefined;
  /** Called before the pause after a failed attempt. */
  onRetry?: ((retry: Retry) => void) | undefined;
}

/** What `new Petstore()` is given. */
export interface PetstoreOptions extends Hooks {
  /** The base address of the service, ending in `/v1`. It is required: undefined, as from a missing variable, throws. */
  baseUrl: string | undefined;
  /** The API key. Without one, only requests that need none succeed. */
  apiKey?: string | undefined;
  /** Milliseconds until an attempt without a complete response fails: 30,000 by default. */
  timeout?: number | undefined;
  /** How often a request that got no response, or a temporary failure, is sent again: 2 by default. */
  maxRetries?: number | undefined;
  /** Sends the requests: the global `fetch` by default. */
  fetch?: Fetch | undefined;
}

/** Options of a single request. */
export interface RequestOptions {
  /** Cancels the request, which then fails with the signal's reason (an `AbortError`). */
  signal?: AbortSignal | undefined;
  /** Milliseconds until an attempt fails, instead of the client's `timeout`. */
  timeout?: number | undefined;
  /** How often the request is sent again, instead of the client's `maxRetries`. */
  maxRetries?: number | undefined;
  /** Further request headers. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of a change. */
export interface ChangeOptions extends RequestOptions {
  /** Names the change: within 24 hours it takes effect once. A random one by default, the same for every attempt. */
  idempotencyKey?: string | undefined;
}

/** Options of a change that sends a file. */
export interface UploadOptions extends ChangeOptions {
  /**
   * Called while a browser sends the file, with how much of it is sent. Other programs, and clients with their own `fetch`, do not
   * know it: there it is called once, when all is sent.
   */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** How far an upload is. A retry starts again. */
export interface UploadProgress {
  /** The bytes that are sent. */
  readonly sent: number;
  /** The bytes of the file. */
  readonly total: number;
}

/** Options of a change that may depend on the state of what it changes. */
export interface ConditionalOptions extends ChangeOptions {
  /** The `etag` of the state that the change is meant for. If there is another one, the change fails with status 412. */
  ifMatch?: string | undefined;
}

/** Options of a file that is read in parts. It is not asked for again. */
export interface DownloadOptions extends Pick<RequestOptions, "signal" | "headers"> {
  /** Milliseconds until the response, and then each part of it, fails, instead of the client's `timeout`. */
  timeout?: number | undefined;
}

/** Options of a stream of events, which reconnects for as long as it is read. */
export interface StreamOptions extends Pick<RequestOptions, "signal" | "timeout" | "headers"> {
  /** Called when the stream is connected, and when the connection is lost and the client waits to reconnect. */
  onStateChange?: ((state: "connected" | "waiting") => void) | undefined;
}
