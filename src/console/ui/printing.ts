/* Prints content instead of the page: renders it beside the page and removes it afterwards. */
import { type ComponentChild, render } from "preact";

/** Paper formats. A till roll is as long as its content. */
export type Paper = "pets" | "a4" | "till";

/** The width of a till roll and the length that its cutter needs, in millimetres. */
const ROLL_MM = 80;
const CUT_MM = 8;

const PIXELS_IN_MM = 96 / 25.4;

let rolls: CSSStyleSheet | undefined;

/** Sets the page height to the content: a roll has no pages. */
function cutRoll(place: HTMLElement): void {
  rolls ??= new CSSStyleSheet();
  if (!document.adoptedStyleSheets.includes(rolls)) document.adoptedStyleSheets.push(rolls);
  const height = Math.ceil(place.scrollHeight / PIXELS_IN_MM) + CUT_MM;
  rolls.replaceSync(`@page till { size: ${ROLL_MM}mm ${height}mm; margin: 0; }`);
}

/** Prints content once its photos have loaded. */
export async function printPaper(content: ComponentChild, paper: Paper): Promise<void> {
  document.querySelector(".prints")?.remove();
  const place = document.createElement("div");
  place.className = `prints ${paper}`;
  document.body.append(place);
  render(content, place);
  // A missing photo leaves a gap.
  await Promise.all([...place.querySelectorAll("img")].map((image) => image.decode().catch(() => {})));
  if (paper === "till") cutRoll(place);
  addEventListener("afterprint", () => place.remove(), { once: true });
  print();
}
