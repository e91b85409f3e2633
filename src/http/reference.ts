import type { Page } from "./pages.ts";
export function reference(): Record<string, Page> {
  return {};
}
