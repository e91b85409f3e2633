/* How many inquiries the service accepts, and from whom (decision 035). Addresses and contacts are counted in memory only. */
import type { inquiryLimits } from "../../../contract/shop/inquiries.ts";
import { DAY_MS } from "../../feed/local-days.ts";
import { isoTime } from "../../times.ts";

/** How many inquiries the service accepts on a day (UTC): staff cannot read more, and a flood must not fill the disk. */
export const INQUIRIES_PER_DAY = 200;

/** So many of them stay for networks that have sent none on that day. */
const RESERVED = 60;

/** How many of them one network may send: an open day with thirty people behind one address fits. */
const PER_NETWORK = 50;

/** How many of them may name one contact. */
const PER_CONTACT = 10;

/** A limit that was reached: of the day, of a network, of a contact. */
export type InquiryLimit = (typeof inquiryLimits)[number];

/** How many inquiries each limit allows on a day. */
export const INQUIRY_MAXIMA: Readonly<Record<InquiryLimit, number>> = {
  day: INQUIRIES_PER_DAY,
  network: PER_NETWORK,
  contact: PER_CONTACT,
};

/** Who sends an inquiry. */
export interface Sender {
  /** Its address, or its network of IPv6. */
  readonly network: string;
  /** The same, or the larger network that one customer of a provider may have. */
  readonly site: string;
  readonly contact: string;
}

/** An inquiry that was counted. */
export interface Counted {
  /** How many inquiries of the day may be stored before this one. */
  readonly max: number;
  /** Undoes the count of an inquiry that was not stored. */
  undo(): void;
}

/** The day of a time (UTC), and how long it lasts from then on. */
export function limitDayOf(now: number): { readonly day: string; readonly restMs: number } {
  return { day: isoTime(now).slice(0, 10), restMs: DAY_MS - (now % DAY_MS) };
}

/** Counts the inquiries of a day, in each process. Bounded, because only stored inquiries are counted. */
export class InquiryLimits {
  #day = "";
  #networks = new Map<string, number>();
  #sites = new Map<string, number>();
  #contacts = new Map<string, number>();
  /** At least this many inquiries of the day are stored. */
  #stored = 0;

  /** Counts an inquiry, or returns the limit that it would exceed. */
  count({ network, site, contact }: Sender, now: number): Counted | InquiryLimit {
    const { day } = limitDayOf(now);
    if (day !== this.#day) this.#begin(day);
    const name = contact.toLowerCase().replaceAll(/\s+/g, "");
    if ((this.#networks.get(network) ?? 0) >= PER_NETWORK) return "network";
    if ((this.#contacts.get(name) ?? 0) >= PER_CONTACT) return "contact";
    const max = this.#sites.has(site) ? INQUIRIES_PER_DAY - RESERVED : INQUIRIES_PER_DAY;
    if (this.#stored >= max) return "day";
    const counts = [
      [this.#networks, network],
      [this.#sites, site],
      [this.#contacts, name],
    ] as const;
    for (const [map, key] of counts) map.set(key, (map.get(key) ?? 0) + 1);
    return {
      max,
      undo() {
        for (const [map, key] of counts) {
          const count = (map.get(key) ?? 0) - 1;
          if (count > 0) map.set(key, count);
          else map.delete(key);
        }
      },
    };
  }

  /** Records that so many inquiries of the day are stored, so that the store is not asked again for fewer. */
  full(max: number): void {
    this.#stored = Math.max(this.#stored, max);
  }

  #begin(day: string): void {
    this.#day = day;
    this.#networks = new Map();
    this.#sites = new Map();
    this.#contacts = new Map();
    this.#stored = 0;
  }
}
