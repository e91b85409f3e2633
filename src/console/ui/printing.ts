/* What is printed instead of the page: drawn beside it, and gone afterwards. */
import { type ComponentChild, render } from "preact";

/** The papers; the roll of a till is as long as what is on it. */
export type Paper = "pets" | "a4" | "till";

/** The width of a roll, and the height of what it cuts off, in millimetres. */
const ROLL_MM = 80;
const CUT_MM = 8;

const PIXELS_IN_MM = 96 / 25.4;

let rolls: CSSStyleSheet | undefined;

/** A page of exactly this height: a roll has no pages. */
function cutRoll(place: HTMLElement): void {
  rolls ??= new CSSStyleSheet();
  if (!document.adoptedStyleSheets.includes(rolls)) document.adoptedStyleSheets.push(rolls);
  const height = Math.ceil(place.scrollHeight / PIXELS_IN_MM) + CUT_MM;
  rolls.replaceSync(`@page till { size: ${ROLL_MM}mm ${height}mm; margin: 0; }`);
}

/** Prints something, once its photos are there. */
export async function printPaper(content: ComponentChild, paper: Paper): Promise<void> {
  document.querySelector(".prints")?.remove();
  const place = document.createElement("div");
  place.className = `prints ${paper}`;
  document.body.append(place);
  render(content, place);
  // A photo that is gone leaves its place empty.
  await Promise.all([...place.querySelectorAll("img")].map((image) => image.decode().catch(() => {})));
  if (paper === "till") cutRoll(place);
  addEventListener("afterprint", () => place.remove(), { once: true });
  print();
}
