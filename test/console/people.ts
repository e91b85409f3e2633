/* People and keys, as tests use them. */
import type { Page } from "playwright-core";
import decodeQR from "qr/decode.js";

/** As many pixels a square, as a camera may see it. */
const SCALE = 4;

/** Reads the drawing as a camera does. */
export async function readQrCode(page: Page): Promise<string> {
  const code = page.locator(".qr-code");
  const side = SCALE * Number((await code.getAttribute("viewBox"))?.split(" ")[2]);
  const data = new Uint8Array(4 * side * side).fill(255);
  const squares = (await code.locator("path").getAttribute("d")) ?? "";
  for (const [, x, y] of squares.matchAll(/M(\d+) (\d+)h/g)) {
    for (let pixel = 0; pixel < SCALE * SCALE; pixel++) {
      const [column, row] = [SCALE * Number(x) + (pixel % SCALE), SCALE * Number(y) + Math.floor(pixel / SCALE)];
      data.fill(0, 4 * (row * side + column), 4 * (row * side + column) + 3);
    }
  }
  return decodeQR({ data, width: side, height: side });
}
