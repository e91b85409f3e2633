/* The settings of the shop in the page of the console. Imports nothing, so that both sides can share it. */

/** The name of the `meta` element with it, as JSON. */
export const CONSOLE_SHOP = "petstore-shop";

/** What the console knows about the shop before its first request. */
export interface ConsoleShop {
  /** ISO 4217. */
  readonly currency: string;
  /** IANA. */
  readonly timeZone: string;
  /** An address that starts with https, mailto or tel; empty if there is none. */
  readonly contact: string;
}
