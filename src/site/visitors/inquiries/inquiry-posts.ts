/* Receives the forms of visitors: who may send one, how often, and what they see next (decision D66). */

import { Failure } from "../../../contract/errors/errors.ts";
import { NewInquiry } from "../../../contract/shop/inquiries.ts";
import { FairPool } from "../../../core/concurrency/fair-pool.ts";
import type { MaybePromise } from "../../../core/concurrency/maybe-promise.ts";
import { Slots } from "../../../core/concurrency/slots.ts";
import { conditions } from "../../../core/conditions.ts";
import type { Store } from "../../../core/ports.ts";
import { createInquiry, recordInquiryLimit } from "../../../core/shop/visitors/inquiry-handlers.ts";
import {
  INQUIRY_MAXIMA,
  type InquiryLimit,
  InquiryLimits,
  limitDayOf,
} from "../../../core/shop/visitors/inquiry-limits.ts";
import type { Application } from "../../../http/application.ts";
import type { Exchange, Reply } from "../../../http/pipeline/exchange.ts";
import { networkOf, SITE_GROUPS } from "../../../http/requests/client-address.ts";
import { link, type View } from "../page/layout.ts";
import { type Headers, type MadePage, NEVER_CACHED } from "../page/made-page.ts";
import { pathOf } from "../pet/facts.ts";
import type { NoteState } from "../pet/pet-page.ts";
import type { DetailedPet, ShownPet } from "../shop-data.ts";
import { type Asking, type InquiryField, TRAP } from "./inquiry-form.ts";
import type { UnsentForms } from "./unsent-forms.ts";

/** The size of a form with the longest fields. */
const FORM_MAX = 48 * 1024;

/** How many forms may be arriving. Above this, the network with the most loses its oldest. */
const ARRIVING_MAX = 128;

/** How many forms are stored at a time, in total and per network. Others queue. */
const STORING = {
  what: "forms of visitors",
  max: 32,
  maxPerOwner: 8,
  maxWaiting: 512,
  maxWaitingPerOwner: 64,
};

/** A pet that visitors may ask about, and similar pets. */
export interface PetToShow {
  readonly pet: DetailedPet;
  readonly others: readonly ShownPet[];
}

/** The parts of the application that forms use. */
export type FormApplication = Pick<Application, "clientOf" | "sha256" | "bodyTimeoutMs" | "clock" | "log" | "metrics">;

/** The parts of the pages that forms use. */
export interface FormParts extends FormApplication {
  readonly store: Store;
  readonly viewOf: (request: Exchange) => View;
  /** The pet at a URL, or the page to show instead. */
  readonly find: (request: Exchange, view: View) => Promise<PetToShow | MadePage>;
  readonly note: (view: View, state: NoteState) => MadePage;
  /** Waits for requests of staff and clients. */
  readonly turn: () => MaybePromise<void>;
  readonly unsent: UnsentForms;
}

/** Receives forms. Always responds with a redirect, so that going back or reloading never resubmits. */
export function formReceiver(parts: FormParts): (request: Exchange) => Promise<Reply> {
  const { find, note, viewOf, clock, clientOf, unsent } = parts;
  const readForm = formReader(parts.bodyTimeoutMs);
  const storing = new Slots(STORING);
  const store = inquiryStorer(parts);

  const answer = async (request: Exchange, address: string, form: URLSearchParams): Promise<MadePage> => {
    const view = viewOf(request);
    const found = await find(request, view);
    if ("send" in found) return found;
    const { pet } = found;
    const refuse = (asking: Asking, headers?: Headers) => {
      const token = unsent.keep(networkOf(address), asking, clock());
      // Browsers that follow a fragment ignore autofocus on the first wrong field.
      const fragment = asking.wrong.size === 0 ? "#ask" : "";
      return seeOther(`${link(pathOf(pet), view, { unsent: token })}${fragment}`, headers);
    };
    const sent = () => seeOther(`${link(pathOf(pet), view, { sent: "1" })}#ask`);
    const { values, given, wrong } = readFields(form);
    if ((form.get(TRAP) ?? "") !== "") return sent();
    if (given === undefined) return refuse({ values, wrong });
    switch (await store(pet.id, given, address)) {
      case "stored":
        return sent();
      case "gone":
        return note(view, "gone");
      case "tooMuch": {
        const seconds = Math.ceil(limitDayOf(clock()).restMs / 1000);
        return refuse({ values, wrong, problem: "tooMuch" }, { "Retry-After": String(seconds) });
      }
      case "notStored":
        return refuse({ values, wrong, problem: "notStored" });
    }
  };

  return async (request) => {
    const refused = (status: number) => ({ ...note(viewOf(request), "unsent").send(request), status });
    if (isCrossSite(request)) return refused(403);
    if (!/^application\/x-www-form-urlencoded(?:;|$)/i.test(request.header("content-type") ?? "")) return refused(415);
    const address = clientOf(request) ?? "";
    const form = await readForm(request, networkOf(address));
    const release = await storing.wait({ owner: networkOf(address), waitMs: parts.bodyTimeoutMs });
    try {
      await parts.turn();
      return (await answer(request, address, form)).send(request);
    } finally {
      release();
    }
  };
}

/** Creates a form reader. A slow form blocks no other; it is dropped when too many arrive. */
function formReader(timeoutMs: number): (request: Exchange, network: string) => Promise<URLSearchParams> {
  const arriving = new FairPool(ARRIVING_MAX);
  return async (request, network) => {
    const { promise: evicted, reject } = Promise.withResolvers<never>();
    const leave = arriving.add(network, () => reject(TOO_MANY));
    try {
      const bytes = await Promise.race([
        request.readBody({ maxBytes: FORM_MAX, timeoutMs, use: (body) => body }),
        evicted,
      ]);
      return new URLSearchParams(new TextDecoder().decode(bytes));
    } finally {
      leave();
    }
  };
}

const TOO_MANY = new Failure("service_unavailable", "Too many forms are on their way; retry later", {
  headers: { "Retry-After": "1", Connection: "close" },
});

/** Creates a function that stores inquiries within the limits and reports reached limits to staff. */
function inquiryStorer({ store, clock, sha256, log, metrics }: FormParts) {
  const limits = new InquiryLimits();
  /** The last day on which each limit was reached, and the last on which that was published to the feed. */
  const reached = new Map<InquiryLimit, string>();
  const recorded = new Map<InquiryLimit, string>();
  const { inquiryLimit } = conditions;
  metrics.gauge(inquiryLimit.metric, inquiryLimit.help, () => {
    const { day } = limitDayOf(clock());
    return [...reached.values()].filter((on) => on === day).length;
  });

  /** Reports once a day. The visitor does not see a failure to report. */
  async function report(limit: InquiryLimit, now: number): Promise<void> {
    const { day } = limitDayOf(now);
    if (reached.get(limit) !== day) log.warn({ limit, max: INQUIRY_MAXIMA[limit], day }, inquiryLimit.log);
    reached.set(limit, day);
    if (recorded.get(limit) === day) return;
    recorded.set(limit, day);
    await recordInquiryLimit(limit, { store, now, sha256 }).catch((err: unknown) => {
      recorded.delete(limit);
      log.warn({ err, limit }, "a limit of inquiries was reached, which was not recorded");
    });
  }

  return async (petId: bigint, given: NewInquiry, address: string) => {
    const now = clock();
    const sender = { network: networkOf(address), site: networkOf(address, SITE_GROUPS), contact: given.contact };
    const counted = limits.count(sender, now);
    if (typeof counted === "string") {
      await report(counted, now);
      return "tooMuch";
    }
    try {
      const { isRepeated } = await createInquiry(petId, given, { store, now, sha256 }, counted.max);
      if (isRepeated) counted.undo();
      return "stored";
    } catch (error) {
      counted.undo();
      if (!(error instanceof Failure)) throw error;
      // The pet has been sold since.
      if (error.code === "not_found") return "gone";
      if (error.code === "rate_limited") {
        limits.full(counted.max);
        await report("day", now);
        return "tooMuch";
      }
      // For example, the disk is full. The visitor keeps what was typed.
      log.warn({ err: error.cause ?? error }, "an inquiry was not stored");
      return "notStored";
    }
  };
}

/** Redirects to a page that can be reloaded safely (303). */
function seeOther(location: string, headers: Headers = {}): MadePage {
  const response = { status: 303, headers: { Location: location, ...NEVER_CACHED, ...headers } };
  return { send: () => response, isKept: false };
}

/** Parses a form. Browsers send line breaks as CRLF. */
function readFields(form: URLSearchParams): Asking & { readonly given: NewInquiry | undefined } {
  const text = (name: InquiryField) => (form.get(name) ?? "").replaceAll("\r\n", "\n").trim();
  const values = { name: text("name"), contact: text("contact"), message: text("message") };
  const { data, error } = NewInquiry.safeParse(values);
  const wrong = new Set((error?.issues ?? []).map(({ path: [name] }) => name as InquiryField));
  return { values, given: data, wrong };
}

/**
 * Whether a page of another website sent the request, according to the browser. Other programs send no such header,
 * and have no one's session to abuse. On insecure connections browsers send only the origin.
 */
function isCrossSite(request: Exchange): boolean {
  const site = request.header("sec-fetch-site");
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  const origin = request.header("origin");
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== request.header("host");
}
