/* The addresses in the published document: the only difference between two services. */
import { basePathOf, siteUrlOf } from "../shop/site-address.ts";
import { formatJson } from "./format-json.ts";

/** The address in the checked-in document: that of a service with the default settings. */
const DEFAULT_URL = "http://127.0.0.1:8080/v1";

/** The addresses of the two environments. */
export interface Addresses {
  /** The address that clients use: the configured one, else the one the service listens on. */
  readonly baseUrl?: string | undefined;
  readonly stagingBaseUrl?: string | undefined;
}

/** The members of the document that have addresses. */
export function placesAt({ baseUrl = DEFAULT_URL, stagingBaseUrl }: Addresses) {
  return {
    externalDocs: {
      description: "The cause and the remedy of each error code",
      url: `${siteUrlOf(baseUrl)}/docs/errors`,
    },
    servers: [{ url: baseUrl, description: "Production" }, stagingServer(stagingBaseUrl)],
  };
}

/** A variable until the address is configured. */
function stagingServer(url: string | undefined) {
  const description = "Staging";
  if (url !== undefined) return { url, description };
  return {
    url: "{staging_base_url}",
    description,
    variables: { staging_base_url: { default: "http://127.0.0.1:8081/v1" } },
  };
}

/** The first member behind those that have addresses. */
const REST = '\n  "security": ';

/** Replaces the addresses of a document. Reads it only up to their end: the whole would take long. */
export function readdressed(document: string, addresses: Addresses): string {
  const end = document.indexOf(REST);
  const beginning = JSON.parse(`${document.slice(0, end - ",".length)}}`);
  const { info } = beginning;
  info.description = info.description.replaceAll("](/", `](${basePathOf(addresses.baseUrl ?? DEFAULT_URL)}/`);
  const text = formatJson({ ...beginning, ...placesAt(addresses) });
  return `${text.slice(0, -"\n}".length)},${document.slice(end)}`;
}
