import { isLoopback } from "../../../contract/shop/shop-addresses.ts";
import { allTexts } from "../../app/formats/language.ts";

/** Warns that a loopback URL does not work on other devices, and how to fix it. Renders nothing for other URLs. */
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
