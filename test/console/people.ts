/* People and keys, as tests use them. */
import type { Page } from "playwright-core";
import decodeQR from "qr/decode.js";
import type { TestService } from "../support/harness.ts";
import { openShop } from "../support/shops.ts";

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

/** A key, as the service lists it. */
interface Key {
  readonly id: string;
  readonly name: string;
  readonly role?: string;
  readonly revokedAt?: string;
}

/** The keys that a service has. */
export async function keysOf({ admin }: TestService): Promise<readonly Key[]> {
  return (await admin.listKeys()).body as readonly Key[];
}

/** A service after its first start, at this time: it has one key. */
export async function openFirst(now: number, ...pets: readonly string[]): Promise<TestService> {
  const service = await openShop(...pets);
  await service.sql("delete from api_keys where name <> '*'");
  service.now = now;
  return service;
}

/** The fragment of an invitation for a person. */
export async function invite({ admin }: TestService, name: string): Promise<string> {
  const { body } = await admin.createInvitation({ body: { name, role: "staff" } });
  return new URL((body as { url: string }).url).hash;
}
