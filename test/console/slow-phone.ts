import type { Page } from "playwright-core";

/** A small phone. */
export const smallPhone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } as const;

/** Makes a page as slow as on a cheap phone with a weak signal: a quarter of this processor, 1.6 Mbit/s, 150 ms. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const bytesPerSecond = 1_600_000 / 8;
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}
