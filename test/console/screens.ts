import type { BrowserContextOptions } from "playwright-core";

const sizes: Record<string, BrowserContextOptions> = {
  laptop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};

/** A laptop and a phone, light and dark. */
export const screens = Object.entries(sizes).flatMap(([size, options]) =>
  (["light", "dark"] as const).map((colorScheme) => ({
    name: `${size}-${colorScheme}`,
    options: { ...options, colorScheme },
  })),
);
