/** A value with the response that it came in. */
export interface ApiResponse<Data> {
  /** What the call returns without `withResponse()`. */
  readonly data: Data;
  /** The HTTP status. */
  readonly status: number;
  /** The headers of the response. */
  readonly headers: Headers;
  /** The entity tag of this state of the resource, for `ifMatch`. */
  readonly etag: string | undefined;
  /** Identifies the request in the service's log. */
  readonly requestId: string | undefined;
}

/** A request in progress: a promise of its result. */
export interface Call<Data> extends Promise<Data> {
  /** Resolves to the result together with the status, the headers and the ETag of the response. */
  withResponse(): Promise<ApiResponse<Data>>;
}

/** Creates a call from its response. */
export function callOf<Data>(response: Promise<ApiResponse<Data>>): Call<Data> {
  const value = response.then(({ data }) => data);
  return Object.assign(value, {
    withResponse() {
      // The promise that the caller awaits reports a failure; this one must not report it again as unhandled.
      value.catch(() => {});
      return response;
    },
  });
}
