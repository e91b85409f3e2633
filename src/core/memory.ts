/** Gives the memory of a file back now. The collector may wait until there are a hundred more. */
export function free({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}
