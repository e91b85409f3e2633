import fontPath from "../../assets/inter/inter.woff2" with { type: "file" };
import type { Page } from "../http/exchange.ts";
import { bytesFile, contentPolicy, OWN_ORIGIN, once, sendFile } from "./static-files.ts";

/** Where the font of all pages for people is. Its style sheets name the same address; another version has another one. */
export const FONT_PATH = "/fonts/inter-4.1.1.woff2";

/** The font, which the console and the page for visitors share. */
export function fontPages(): Record<string, Page> {
  const load = once(async () => bytesFile("font/woff2", await Bun.file(fontPath).bytes()));
  const headers = { ...contentPolicy(), ...OWN_ORIGIN };
  return {
    [FONT_PATH]: { respond: async (request) => sendFile(await load(), request, { headers, isImmutable: true }) },
  };
}
