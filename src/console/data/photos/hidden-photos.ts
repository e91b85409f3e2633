/* The photos of pets that visitors do not see: their addresses need a key, which no `<img>` sends (decision D88). */
import { session } from "../../app/session/session.ts";

/** Reads a photo with the key once its address is refused without one. What has failed with the key too shows as missing. */
export function showWithKey(): void {
  document.addEventListener(
    "error",
    (event) => {
      const { target: image } = event;
      const apiKey = session.peek()?.apiKey;
      if (!(image instanceof HTMLImageElement) || apiKey === undefined || image.dataset["keyed"] === image.src) return;
      if (!new URL(image.src).pathname.includes("/photos/")) return;
      event.stopImmediatePropagation();
      image.dataset["keyed"] = image.src;
      read(image, apiKey).catch(() => image.dispatchEvent(new Event("error")));
    },
    true,
  );
}

async function read(image: HTMLImageElement, apiKey: string): Promise<void> {
  const address = image.src;
  const response = await fetch(address, { headers: { Authorization: `Bearer ${apiKey}` } });
  if (!response.ok) throw new Error(`the photo has the status ${response.status}`);
  const url = URL.createObjectURL(await response.blob());
  // Another photo may have taken the place meanwhile.
  if (image.src !== address) return URL.revokeObjectURL(url);
  image.addEventListener("load", () => URL.revokeObjectURL(url), { once: true });
  image.removeAttribute("srcset");
  image.src = url;
}
