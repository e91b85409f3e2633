/* A stand-in with the face of the client package until that is here. */

export type PetStatus = "available" | "pending" | "sold";

export interface Pet {
  readonly id: bigint;
  readonly name: string;
  readonly categoryId: bigint;
  readonly status: PetStatus;
}

export interface ApiKey {
  readonly name: string;
  readonly hint: string;
  readonly scopes: readonly string[];
  readonly environment: "production" | "staging";
  readonly expiresAt?: string;
}

interface Options {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch?: (input: string, init?: RequestInit) => Promise<Response>;
}

export class PetstoreError extends Error {
  readonly code: string = "";
  readonly status: number = 0;
  readonly details?: readonly { readonly field: string; readonly code: string; readonly message: string }[];
  readonly requestId?: string;
  static is(error: unknown): error is PetstoreError {
    return error instanceof PetstoreError;
  }
}

export class Petstore {
  readonly key: { get(): Promise<ApiKey> };
  constructor({ baseUrl, apiKey, fetch: send = fetch }: Options) {
    this.key = {
      async get() {
        const response = await send(`${baseUrl}/key`, { headers: { Authorization: `Bearer ${apiKey}` } });
        const body = await response.json();
        if (response.ok) return body;
        throw Object.assign(new PetstoreError(body.message), body);
      },
    };
  }
}
