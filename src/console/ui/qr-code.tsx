import encodeQR from "qr";

/** A text as a QR code, dark on light in every colour scheme: not every camera reads the reverse. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: 4 });
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg class="qr-code" viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={label}>
      <path d={squares.join("")} />
    </svg>
  );
}
