/** The dark squares of a QR code as the path of a drawing, in units of one square. */
export function codeSquares(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
}
