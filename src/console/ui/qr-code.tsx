import encodeQR from "qr";
import { codeSquares } from "../../core/shop/code-squares.ts";

/** A QR code, dark on light in every colour scheme: not every camera reads inverted ones. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: 4 });
  return (
    <svg class="qr-code" viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={label}>
      <path d={codeSquares(rows)} />
    </svg>
  );
}
