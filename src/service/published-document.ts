import documentPath from "../../api/openapi.json" with { type: "file" };
import { type Addresses, readdressed } from "../contract/openapi/document-addresses.ts";

/** The published document with these base URLs. Loads the checked-in file, since generating it takes a quarter of a second. */
export async function publishedDocument(addresses: Addresses): Promise<string> {
  return readdressed(await Bun.file(documentPath as unknown as string).text(), addresses);
}
