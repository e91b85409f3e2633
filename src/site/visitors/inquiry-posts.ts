/* The forms that visitors send: who may send one, how often, and what they see then (decision D66). */

import { Failure } from "../../contract/errors.ts";
import { NewInquiry } from "../../contract/inquiries.ts";
import type { Store } from "../../core/ports.ts";
import { createInquiry } from "../../core/shop/inquiries.ts";
import { Slots } from "../../core/slots.ts";
import type { Application } from "../../http/application.ts";
import { networkOf } from "../../http/client-address.ts";
import type { Exchange, Reply } from "../../http/exchange.ts";
import { pathOf } from "./facts.ts";
import { type Asking, type InquiryField, TRAP } from "./inquiry-form.ts";
import { link, type View } from "./layout.ts";
import { type Headers, HTML, type MadePage, madePage, NEVER_CACHED } from "./made-page.ts";
import { type NoteState, petPage } from "./pet-page.ts";
import type { ShownPet } from "./shop-data.ts";

/** A form with the longest texts is shorter. */
const FORM_MAX = 48 * 1024;

/** Forms that are on their way at one time, and those of one network: who sends them slowly leaves room for others. */
const FORMS_MAX = 64;
const FORMS_MAX_PER_NETWORK = 8;

/** A pet that visitors may ask about, and others to look at. */
export interface PetToShow {
  readonly pet: ShownPet;
  readonly others: readonly ShownPet[];
}

/** What the forms need of the pages. */
export interface FormParts extends Pick<Application, "clientOf" | "sha256" | "bodyTimeoutMs" | "clock"> {
  readonly store: Store;
  readonly headers: Headers;
  readonly viewOf: (request: Exchange) => View;
  /** The pet of an address, or the page that is shown in its place. */
  readonly find: (request: Exchange, view: View) => Promise<PetToShow | MadePage>;
  readonly note: (view: View, state: NoteState) => MadePage;
  /** Makes a page if not too many are being made. */
  readonly inTurn: (make: () => Promise<MadePage>) => Promise<MadePage>;
}

/** Answers the forms that visitors send. */
export function formReceiver(parts: FormParts): (request: Exchange) => Promise<Reply> {
  const { find, headers, inTurn, note, viewOf, clock, clientOf } = parts;
  const forms = new Slots({ what: "forms of visitors", max: FORMS_MAX, maxPerOwner: FORMS_MAX_PER_NETWORK });
  const senderOf = (request: Exchange) => networkOf(clientOf(request) ?? "");
  const allow = allowance();

  const answer = async (request: Exchange, view: View, form: URLSearchParams): Promise<MadePage> => {
    const found = await find(request, view);
    if ("send" in found) return found;
    const { pet, others } = found;
    const page = (status: number, asking: Asking, retryAfter?: string) =>
      madePage(
        HTML,
        petPage(view, pet, others, asking),
        { ...headers, ...NEVER_CACHED, ...(retryAfter !== undefined && { "Retry-After": retryAfter }) },
        { isKept: false, status },
      );
    const { values, given, wrong } = readForm(form);
    if ((form.get(TRAP) ?? "") !== "") return sent(pet, view);
    if (given === undefined) return page(400, { values, wrong });
    const waitMs = allow(senderOf(request), clock());
    const tooMuch = (seconds: string) => page(429, { values, wrong, isTooMuch: true }, seconds);
    if (waitMs > 0) return tooMuch(String(Math.ceil(waitMs / 1000)));
    try {
      await createInquiry(pet.id, given, { ...parts, now: clock() });
      return sent(pet, view);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.code === "rate_limited") return tooMuch(error.headers["Retry-After"] ?? "3600");
      // The pet has found a home meanwhile.
      if (error.code === "not_found") return note(view, "gone");
      throw error;
    }
  };

  return async (request) => {
    const view = viewOf(request);
    const refused = (status: number) => ({ ...note(view, "unsent").send(request), status });
    if (isCrossSite(request)) return refused(403);
    if (!/^application\/x-www-form-urlencoded(?:;|$)/i.test(request.header("content-type") ?? "")) return refused(415);
    const bytes = await forms.run(senderOf(request), () => request.readBody(FORM_MAX, parts.bodyTimeoutMs));
    const form = new URLSearchParams(new TextDecoder().decode(bytes));
    return (await inTurn(() => answer(request, view, form))).send(request);
  };
}

/** Where somebody is who has sent a form: going back or loading the page again sends nothing twice. */
function sent(pet: ShownPet, view: View): MadePage {
  const location = `${link(pathOf(pet), view, { sent: "1" })}#ask`;
  const response = { status: 303, headers: { Location: location, ...NEVER_CACHED } };
  return { send: () => response, isKept: false };
}

/** Reads a form. Browsers send the ends of lines as CR and LF. */
function readForm(form: URLSearchParams): Asking & { readonly given: NewInquiry | undefined } {
  const text = (name: InquiryField) => (form.get(name) ?? "").replaceAll("\r\n", "\n").trim();
  const values = { name: text("name"), contact: text("contact"), message: text("message") };
  const { data, error } = NewInquiry.safeParse(values);
  const wrong = new Set((error?.issues ?? []).map(({ path: [name] }) => name as InquiryField));
  return { values, given: data, wrong };
}

/**
 * Whether the page of another website has sent a request, as its browser says. Programs say nothing, and have nobody's rights here.
 * Where the connection is not secure, browsers tell only the origin.
 */
function isCrossSite(request: Exchange): boolean {
  const site = request.header("sec-fetch-site");
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  const origin = request.header("origin");
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== request.header("host");
}

/** How many inquiries one network may send in how long, in each process. */
const ALLOWED = 5;
const ALLOWED_MS = 3_600_000;

/** Networks whose inquiries are counted at one time. */
const NETWORKS_MAX = 10_000;

/** Counts an inquiry of a network, and returns 0; or, after too many, for how many milliseconds it must wait. */
function allowance(): (network: string, now: number) => number {
  const known = new Map<string, readonly number[]>();
  return (network, now) => {
    const recent = (known.get(network) ?? []).filter((at) => at <= now && now - at < ALLOWED_MS);
    const [first] = recent;
    if (first !== undefined && recent.length >= ALLOWED) return first + ALLOWED_MS - now;
    known.delete(network);
    known.set(network, [...recent, now]);
    if (known.size > NETWORKS_MAX) known.delete(known.keys().next().value ?? "");
    return 0;
  };
}
