/** Frees the memory of a file or a large table at once. The garbage collector may wait until there are a hundred more. */
export function free({ buffer }: ArrayBufferView): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}
