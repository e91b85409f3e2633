/** `GET /inventory` of 1,000,000 entries: how soon the first byte comes, and what memory the answer takes. */
import { peakMegabytes, resetPeak } from "./process-figures.ts";
import type { Running } from "./processes.ts";
import { apiKey } from "./servers.ts";

export const largeCount = 1_000_000;

export interface LargeFigures {
  readonly firstByteMs: number;
  readonly seconds: number;
  readonly megabytes: number;
  readonly peakMegabytes: number | undefined;
}

async function read(port: number): Promise<Omit<LargeFigures, "peakMegabytes">> {
  const began = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}/v1/inventory`, {
    headers: { Authorization: `Bearer ${apiKey}` },
  });
  let firstByteMs: number | undefined;
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    firstByteMs ??= performance.now() - began;
    bytes += piece.length;
  }
  return { firstByteMs: firstByteMs ?? 0, seconds: (performance.now() - began) / 1000, megabytes: bytes / 1e6 };
}

/** Reads twice and keeps the second: the first read also warms the code up. The peak is that of both. */
export async function measureLarge({ port, pid }: Running): Promise<LargeFigures> {
  resetPeak(pid);
  await read(port);
  const figures = await read(port);
  return { ...figures, peakMegabytes: peakMegabytes(pid) };
}
