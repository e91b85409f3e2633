import * as z from "zod";
import { URL_MAX } from "../values/texts.ts";

const EXPECTED_URL = `a URL of at most ${URL_MAX} characters, such as https://shop.example/hooks, without user, password or fragment`;

/** Where messages are sent, in a request. */
export const url = z.string({ error: EXPECTED_URL }).refine(isUrl, { error: EXPECTED_URL }).meta({
  format: "uri",
  maxLength: URL_MAX,
  description: "The URL that receives messages by POST: https, at a public address",
});

/** Control and bidirectional characters, which would change how a log or a terminal shows the URL, and spaces. */
const UNSAFE = /[\p{Cc}\p{Bidi_Control}\s]/u;

function isUrl(text: string): boolean {
  if (text.length > URL_MAX || UNSAFE.test(text) || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { username, password, hash } = new URL(text);
  return username === "" && password === "" && hash === "";
}
