import { isLoopback } from "../../../contract/shop/shop-addresses.ts";
import { allTexts } from "../../app/formats/language.ts";

/** Says that an address leads nowhere on other devices, and what to do about it. Nothing for one that does. */
export function LoopbackHint({ address }: { readonly address: string }) {
  const { loopback, loopbackRemedy } = allTexts.value.people;
  if (!isLoopback(address)) return null;
  return (
    <div class="notice">
      <p>{loopback}</p>
      <p>
        {loopbackRemedy} <code>npm start -- --lan</code>
      </p>
    </div>
  );
}
