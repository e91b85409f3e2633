import documentPath from "../../api/openapi.json" with { type: "file" };
import { type Addresses, readdressed } from "../contract/openapi/document-addresses.ts";

/** The published document with these addresses. It is the checked-in one: to make it again takes a quarter of a second. */
export async function publishedDocument(addresses: Addresses): Promise<string> {
  return readdressed(await Bun.file(documentPath as unknown as string).text(), addresses);
}
