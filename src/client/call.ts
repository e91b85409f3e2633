/** A value with the response that it came in. */
export interface ApiResponse<Data> {
  /** What the call returns without `withResponse()`. */
  readonly data: Data;
  /** The HTTP status. */
  readonly status: number;
  /** The headers of the response. */
  readonly headers: Headers;
  /** The tag of this state of the resource, for `ifMatch`. */
  readonly etag: string | undefined;
  /** Identifies the request in the service's log. */
  readonly requestId: string | undefined;
}

/** A request that is being made: a promise of what it returns. */
export interface Call<Data> extends Promise<Data> {
  /** Resolves to the value together with the status, the headers and the ETag of the response. */
  withResponse(): Promise<ApiResponse<Data>>;
}

/** Makes a call of its response. */
export function callOf<Data>(response: Promise<ApiResponse<Data>>): Call<Data> {
  const value = response.then(({ data }) => data);
  return Object.assign(value, {
    withResponse() {
      // A failure is reported by the promise that the caller awaits: not by the other one, as unhandled.
      value.catch(() => {});
      return response;
    },
  });
}
