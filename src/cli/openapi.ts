import type { Config } from "../config.ts";
import { openApi } from "../contract/openapi.ts";

/** Prints the interface's document with the configured addresses. */
export function printDocument({ baseUrl, stagingBaseUrl }: Config): void {
  process.stdout.write(openApi({ baseUrl: baseUrl || undefined, stagingBaseUrl: stagingBaseUrl || undefined }));
}
