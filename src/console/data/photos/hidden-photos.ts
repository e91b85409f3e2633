/* Photos of unpublished pets: their addresses need a key, which no `<img>` sends (decision D88). */
import { session } from "../../app/session/session.ts";

/** Reads a photo with the key after its address was refused without one. Shown as missing if that fails too. */
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
  // The element may show another photo by now.
  if (image.src !== address) return URL.revokeObjectURL(url);
  image.addEventListener("load", () => URL.revokeObjectURL(url), { once: true });
  image.removeAttribute("srcset");
  image.src = url;
}
