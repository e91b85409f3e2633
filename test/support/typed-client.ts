/* A function for each operation, on the engine of the client package: for tests of what every status says. */
import type * as z from "zod";
import { Engine } from "../../src/client/client-engine.ts";
import { operations } from "../../src/client/operations.gen.ts";
import type { PetstoreOptions } from "../../src/client/options.ts";
import type { UploadFile } from "../../src/client/upload.ts";
import type { Detail } from "../../src/contract/errors/errors.ts";
import type { FailureCode } from "../../src/contract/errors/failures.ts";
import type { Contract, OperationId } from "../../src/contract/index.ts";
import type { Body, Operation } from "../../src/contract/operation.ts";

type Given<Schema> = Schema extends z.ZodType ? z.output<Schema> : Record<never, never>;
type Named<Name extends string, Members> = keyof Members extends never
  ? unknown
  : Record<never, never> extends Members
    ? { readonly [N in Name]?: Members }
    : { readonly [N in Name]: Members };

/** What a call is given: path parameters, query parameters and the body, as the operation declares them. */
type Call<O extends Operation> = Named<"params", Given<O["params"]>> &
  Named<"query", Given<O["query"]>> &
  Named<"body", Given<O["body"]>> & { readonly file?: UploadFile } & {
    readonly headers?: Readonly<Record<string, string>>;
  };

/** The body of a failed call. */
interface ErrorBody {
  readonly code: FailureCode;
  readonly message: string;
  readonly status: number;
  readonly details?: readonly Detail[];
}

/** The outcome of a call: the operation's body when `ok`, else the Error body. */
type Outcome<O extends Operation> =
  | {
      readonly ok: true;
      readonly status: O["success"]["status"];
      readonly headers: Headers;
      readonly body: Body<O>;
    }
  | { readonly ok: false; readonly status: number; readonly headers: Headers; readonly body: ErrorBody };

type Arguments<O extends Operation> = Record<never, never> extends Call<O> ? [call?: Call<O>] : [call: Call<O>];

/** A function for each operation of the interface. */
export type Client = {
  readonly [Id in OperationId]: (...call: Arguments<Contract[Id]>) => Promise<Outcome<Contract[Id]>>;
};

interface AnyCall {
  readonly params?: object;
  readonly query?: object;
  readonly body?: unknown;
  readonly file?: UploadFile;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Makes the functions. They reject only when no response comes; a failure is an outcome. */
export function client(
  baseUrl: string,
  apiKey: string | undefined,
  options: Pick<PetstoreOptions, "fetch" | "maxRetries"> = {},
): Client {
  const engine = new Engine({ baseUrl, apiKey, maxRetries: 4, ...options });
  const calls = Object.entries(operations).map(([id, operation]) => [
    id,
    ({ headers, ...input }: AnyCall = {}) => engine.exchange(operation, input, { headers }),
  ]);
  return Object.fromEntries(calls) as Client;
}
