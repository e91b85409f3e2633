/* Converts large images in a separate process. If it runs out of memory or a decoder crashes, the service continues. */
import { deserialize, serialize } from "node:v8";
import { Failure } from "../contract/errors/errors.ts";
import { free } from "../core/caches/memory.ts";
import type { ConvertedPhoto } from "../core/shop/photos/photo-ports.ts";
import { program } from "../program.ts";
import { convertImage, type ReadImage } from "./convert.ts";

/** Conversions take seconds. One that takes this long is aborted, since it blocks all others. */
const TIMEOUT_MS = 60_000;

const RETRY_AFTER = { "Retry-After": "10" };

/** The result of the process: a photo, or why the file is invalid. */
type Outcome = { readonly photo: ConvertedPhoto } | { readonly photo?: never; readonly problem: string };

/** The first byte that the process writes: it has received the file. */
const RECEIVED = new Uint8Array(1);

/** Like `convertImage`, in a separate process. Consumes `bytes`. Throws `service_unavailable` if that process fails. */
export async function convertApart({ bytes }: Pick<ReadImage, "bytes">): Promise<ConvertedPhoto> {
  const child = Bun.spawn([...program(), "convert-photo"], {
    stdin: bytes,
    stdout: "pipe",
    stderr: "ignore",
    // It needs no settings, some of which are secret.
    env: {},
    timeout: TIMEOUT_MS,
    killSignal: "SIGKILL",
  });
  const parts: Uint8Array[] = [];
  for await (const part of child.stdout) {
    // Release the file here while the process decodes it.
    if (parts.push(part) === 1) free(bytes);
  }
  if ((await child.exited) !== 0) {
    const cause = new Error(`the process of the conversion ended with ${child.signalCode ?? child.exitCode}`);
    const message = "The photo could not be converted; retry later, or send a smaller file";
    throw new Failure("service_unavailable", message, { cause, headers: RETRY_AFTER });
  }
  const outcome = deserialize(Buffer.concat(parts).subarray(RECEIVED.length)) as Outcome;
  if (outcome.photo === undefined) throw new Failure("invalid_image", outcome.problem);
  return outcome.photo;
}

/** Converts the image on standard input; the entry point for `convertApart`. */
export async function convertInput(): Promise<void> {
  // The service handles these signals: it may finish work in progress.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
  const bytes = await Bun.stdin.bytes();
  await Bun.write(Bun.stdout, RECEIVED);
  await Bun.write(Bun.stdout, serialize(await outcomeOf(bytes)));
}

async function outcomeOf(bytes: Uint8Array): Promise<Outcome> {
  try {
    return { photo: await convertImage({ bytes }) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { problem: error.message };
  }
}
