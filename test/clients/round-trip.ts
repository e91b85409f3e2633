/* What every generated client is told, and what it reports: `test/generated-clients.test.ts` runs them. */

declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

/** The base address of the service, and a key with every scope. */
export const { BASE_URL = "", API_KEY = "" } = process.env;

/** What the calls of a client returned. The types are those of the client, so that a wrong one does not compile. */
export interface Report {
  readonly pet: {
    readonly id: number | bigint;
    readonly name: string;
    readonly status: "available" | "pending" | "sold";
  };
  readonly listed: readonly object[] | undefined;
  readonly found: readonly object[] | undefined;
  readonly quantity: number | undefined;
  readonly order: { readonly quantity: number; readonly complete: boolean } | undefined;
  /** The code of the failure of a call for a pet that does not exist. */
  readonly refusal: string | undefined;
}

/** Prints what the calls returned. */
export function report(report: Report): void {
  console.log(JSON.stringify(report));
}
