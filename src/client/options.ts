/** Sends a request: `fetch`, or a function with the same signature. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** One attempt of a request. */
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
  /** The duration in milliseconds. */
  readonly ms: number;
}

/** A failed attempt that will be retried. */
export interface Retry extends Attempt {
  /** The number of failed attempts. */
  readonly attempt: number;
  /** The pause before the next attempt, in milliseconds. */
  readonly delayMs: number;
  /** The HTTP status; 0 if no response came. */
  readonly status: number;
}

/** Callbacks for logs and metrics. An exception in one fails the request. */
export interface Hooks {
  /** Called before each attempt. */
  onRequest?: ((attempt: Attempt) => void) | undefined;
  /** Called with each response, including error responses. */
  onResponse?: ((response: AttemptResponse) => void) | undefined;
  /** Called before the pause after a failed attempt. */
  onRetry?: ((retry: Retry) => void) | undefined;
}

/** Options of `new Petstore()`. */
export interface PetstoreOptions extends Hooks {
  /** The base URL of the service, ending in `/v1`. Required: undefined, for example from a missing variable, throws. */
  baseUrl: string | undefined;
  /** The API key. Without one, only public operations succeed. */
  apiKey?: string | undefined;
  /** Milliseconds until an attempt without a complete response fails; 30,000 by default. */
  timeout?: number | undefined;
  /** How often a request without a response, or with a temporary failure, is retried; 2 by default. */
  maxRetries?: number | undefined;
  /** Sends the requests; the global `fetch` by default. */
  fetch?: Fetch | undefined;
}

/** Options of a single request. */
export interface RequestOptions {
  /** Cancels the request, which then fails with the signal's reason (an `AbortError`). */
  signal?: AbortSignal | undefined;
  /** Milliseconds until an attempt fails, instead of the client's `timeout`. */
  timeout?: number | undefined;
  /** How often the request is retried, instead of the client's `maxRetries`. */
  maxRetries?: number | undefined;
  /** Additional request headers. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of a change. */
export interface ChangeOptions extends RequestOptions {
  /** Identifies the change: within 24 hours it takes effect once. Random by default, and the same for every attempt. */
  idempotencyKey?: string | undefined;
}

/** Options of a change that sends a file. */
export interface UploadOptions extends ChangeOptions {
  /** Called with the upload progress in a browser. Elsewhere, and with a `fetch` of your own, called once at the end. */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** The progress of an upload. A retry starts again at 0. */
export interface UploadProgress {
  /** The bytes sent so far. */
  readonly sent: number;
  /** The size of the file in bytes. */
  readonly total: number;
}

/** Options of a conditional change. */
export interface ConditionalOptions extends ChangeOptions {
  /** The `etag` of the state that the change applies to. If the resource has changed since, the change fails with status 412. */
  ifMatch?: string | undefined;
}

/** Options of a file that is read in parts. Never retried. */
export interface DownloadOptions extends Pick<RequestOptions, "signal" | "headers"> {
  /** Milliseconds until the response, and then each part, times out, instead of the client's `timeout`. */
  timeout?: number | undefined;
}

/** Options of an event stream, which reconnects as long as it is read. */
export interface StreamOptions extends Pick<RequestOptions, "signal" | "timeout" | "headers"> {
  /** Called when the stream connects, and when the connection is lost and the client waits to reconnect. */
  onStateChange?: ((state: "connected" | "waiting") => void) | undefined;
}
