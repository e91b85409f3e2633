/* Drawn animals in place of photos, for the picture of the page for visitors. */
import type { Page } from "playwright-core";

const EYES = '<circle cx="89" cy="76" r="4"/><circle cx="111" cy="76" r="4"/>';

/** What each kind has besides a body, a head and eyes, in an area of 200 by 200. */
const DETAILS = {
  dog: '<path d="M74 56q-22-2-20 42 18 6 24-26zM126 56q22-2 20 42-18 6-24-26z"/><ellipse cx="100" cy="92" rx="8" ry="6"/>',
  cat: '<path d="M68 66l2-40 26 20zM132 66l-2-40-26 20z" fill="currentColor"/><path d="M95 88h10l-5 6z"/>',
  rabbit:
    '<g fill="currentColor"><ellipse cx="86" cy="34" rx="9" ry="36"/><ellipse cx="114" cy="34" rx="9" ry="36"/></g><path d="M96 90h8l-4 5z"/>',
} as const;

/** A drawn animal and the colours of its coat and of what is behind it. */
export interface DrawnPet {
  readonly kind: keyof typeof DETAILS;
  readonly coat: string;
  readonly behind: string;
}

/** Draws an animal as JPEG. */
export async function draw(page: Page, { kind, coat, behind }: DrawnPet): Promise<Buffer> {
  await page.setViewportSize({ width: 900, height: 1125 });
  await page.setContent(`
    <body style="margin: 0; background: ${behind}">
      <svg viewBox="20 -20 160 200" style="color: ${coat}" fill="#1d1814">
        <g fill="currentColor"><ellipse cx="100" cy="142" rx="54" ry="52"/><circle cx="100" cy="78" r="36"/></g>
        ${DETAILS[kind]}${EYES}
      </svg>
    </body>`);
  return page.screenshot({ type: "jpeg", quality: 85 });
}
