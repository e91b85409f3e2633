/* Files in a form (RFC 7578), as browsers and no-code tools send them. The runtime reads the form. */
import { Failure } from "../../contract/errors/errors.ts";
import { preview } from "../../contract/json/json.ts";
import { type GivenFile, MULTIPART, type Operation } from "../../contract/operation.ts";
import type { Exchange } from "../pipeline/exchange.ts";

/** How an operation takes a file. */
export type FileBody = NonNullable<Operation["file"]>;

/** The file of a request, with its media type: the whole body, or the one file of a form. */
export function fileIn(exchange: Exchange, { types }: FileBody): GivenFile | Promise<GivenFile> {
  const header = exchange.header("content-type") ?? "";
  const type = mediaType(header);
  return type === MULTIPART ? fileOfForm(exchange.bytes, header, types) : { type, bytes: exchange.bytes };
}

async function fileOfForm(bytes: Uint8Array, header: string, types: readonly string[]): Promise<GivenFile> {
  // Not from a Blob, which lowercases its type and with it the boundary.
  const whole = new Response(bytes as Uint8Array<ArrayBuffer>, { headers: { "Content-Type": header } });
  const form = await whole.formData().catch(() => undefined);
  if (form === undefined) throw wrong("a form of several parts (RFC 7578)", "something else");
  const parts: readonly (string | Blob)[] = [...form.values()];
  const files = parts.filter((part) => typeof part !== "string");
  const [file] = files;
  if (file === undefined || files.length > 1) throw wrong("a form with one file", `${files.length}`);
  const type = mediaType(file.type) || typeByName(file, types);
  if (types.includes(type)) return { type, bytes: new Uint8Array(await file.arrayBuffer()) };
  const message = `Content-Type of the file: expected ${types.join(" or ")}; got ${preview(type)}`;
  throw new Failure("unsupported_media_type", message);
}

/** The runtime keeps the type of a part only if it knows the extension. The first bytes of a photo tell its format anyway. */
function typeByName(file: Blob, types: readonly string[]): string {
  const extension = file instanceof File ? file.name.slice(file.name.lastIndexOf(".") + 1) : "";
  return types.find((type) => type.endsWith(extension)) ?? types[0] ?? "";
}

function wrong(expected: string, got: string): Failure {
  return new Failure("invalid_parameter", `body: expected ${expected}; got ${got}`);
}

function mediaType(header: string): string {
  return (header.split(";")[0] ?? "").trim().toLowerCase();
}
