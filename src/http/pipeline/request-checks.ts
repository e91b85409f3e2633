/* The checks of a request before its body is read, except authentication. */
import { Failure } from "../../contract/errors/errors.ts";
import { preview } from "../../contract/json/json.ts";
import { bodyTypes, type Operation, responseType } from "../../contract/operation.ts";
import { QUERY_MAX } from "../../contract/values/texts.ts";
import { keepingLast } from "../../core/caches/last.ts";
import { weightsIn } from "../requests/accept-weights.ts";
import type { Exchange, Step } from "./exchange.ts";

/** A name or an address, with or without a port. The runtime joins several headers by a comma and a space. */
const HOST = /^(?:\[[\w.:~%-]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/;

/** Whether a header names one host. Most requests name the same. */
const isHost = keepingLast((host: string) => HOST.test(host));

/** Refuses a request with several hosts or an impossible one: a proxy in front may have read another one (RFC 9112 3.2). */
export const oneHost: Step = (exchange) => {
  const host = exchange.header("host");
  // HTTP/1.0 requires none.
  if (host === undefined || isHost(host)) return undefined;
  const message = `Host: expected one name or address, with or without a port; got ${preview(host)}`;
  return new Failure("invalid_parameter", message, { headers: { Connection: "close" } });
};

/** Refuses a request target that is too long. */
export const shortTarget: Step = (exchange) => {
  if (exchange.target.length <= QUERY_MAX) return undefined;
  const { target, path, query } = exchange;
  const { length } = query === "" ? path : target;
  if (length <= QUERY_MAX) return undefined;
  return new Failure(
    "uri_too_long",
    `The request target may have at most ${QUERY_MAX} characters; this one has ${length}`,
  );
};

/** Refuses a client that does not accept the response's media type (RFC 9110 12.5.1). */
export function acceptable(operation: Operation): Step {
  const type = responseType(operation);
  return (exchange) => {
    const accept = exchange.wish("accept");
    if (accept === undefined || accept === "*/*" || accepts(accept, type)) return undefined;
    return new Failure("not_acceptable", `Accept: expected a list that includes ${type}; got ${preview(accept)}`);
  };
}

/** Whether an Accept header includes a media type. The most specific range decides; `q=0` excludes. */
function accepts(accept: string, type: string): boolean {
  const weights = new Map(weightsIn(accept));
  const group = `${type.split("/")[0]}/*`;
  return (weights.get(type) ?? weights.get(group) ?? weights.get("*/*") ?? 0) > 0;
}

/** Refuses a body of another media type, character set or encoding. Other parameters are ignored (RFC 9110 5.6.6). */
export function bodyType(operation: Operation): Step | undefined {
  if (operation.body === undefined && operation.file === undefined) return undefined;
  const types = bodyTypes(operation);
  const expected = `${types.join(" or ")}${types.some((name) => name.startsWith("image/")) ? "" : " in UTF-8"}`;
  return (exchange) => {
    const header = exchange.header("content-type") ?? "";
    if (!isOneOf(types, header)) {
      const got = header === "" ? "no Content-Type" : preview(header);
      return new Failure("unsupported_media_type", `Content-Type: expected ${expected}; got ${got}`);
    }
    const encoding = exchange.header("content-encoding");
    if (encoding === undefined || encoding.toLowerCase() === "identity") return undefined;
    const message = `Content-Encoding: expected a body without compression; got ${preview(encoding)}`;
    return new Failure("unsupported_media_type", message, { headers: { "Accept-Encoding": "identity" } });
  };
}

function isOneOf(types: readonly string[], header: string): boolean {
  if (header === types[0]) return true;
  const [type = "", ...parameters] = header.split(";").map((part) => part.trim().toLowerCase());
  const charset = parameters
    .find((parameter) => parameter.startsWith("charset="))
    ?.slice(8)
    .replaceAll('"', "");
  // A picture has no character set, so a `charset` is ignored.
  return types.includes(type) && (charset === undefined || /^utf-?8$/.test(charset) || type.startsWith("image/"));
}

/** Reads the preferences of the client (RFC 7240). */
export const preference: Step = (exchange) => {
  exchange.isStrict = prefersStrict(exchange);
  return undefined;
};

function prefersStrict(exchange: Exchange): boolean {
  const prefer = exchange.wish("prefer");
  return prefer !== undefined && /(?:^|[,;\s])handling\s*=\s*"?strict"?\s*(?:$|[,;])/i.test(prefer);
}
