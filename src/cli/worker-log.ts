const NEWLINE = 10;

/**
 * Hands on whole lines only, so that the lines of several writers do not mix. The last line of a writer that was killed
 * is ended for it. `write` is awaited: a slow reader slows the writer, nothing piles up here.
 */
export async function forwardLines(
  from: ReadableStream<Uint8Array>,
  write: (lines: Uint8Array) => Promise<void>,
): Promise<void> {
  let rest: Uint8Array[] = [];
  for await (const chunk of from) {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end === 0) {
      rest.push(chunk);
      continue;
    }
    await write(Buffer.concat([...rest, chunk.subarray(0, end)]));
    rest = end === chunk.length ? [] : [chunk.slice(end)];
  }
  if (rest.length > 0) await write(Buffer.concat([...rest, Buffer.from([NEWLINE])]));
}
