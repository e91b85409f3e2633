/* Progress on stderr: a bar that is redrawn on a terminal, else a plain line now and then, for logs. */

const REDRAW_MS = 100;
const LINE_MS = 5_000;
const BAR = 30;

export interface Progress {
  /** Says how far a step is. Cheap enough for every batch. */
  report(step: string, done: number, of: number): void;
  /** Takes the bar away, before other output. */
  end(): void;
}

/** Makes a progress display for this process's stderr. */
export function progress(stream: NodeJS.WriteStream = process.stderr): Progress {
  let reportedAt = performance.now();
  let isDrawn = false;
  return {
    report(step, done, of) {
      const now = performance.now();
      if (now - reportedAt < (stream.isTTY ? REDRAW_MS : LINE_MS)) return;
      reportedAt = now;
      isDrawn = stream.isTTY;
      stream.write(
        stream.isTTY ? `\r${bar(done, of)} ${figures(step, done, of)}\x1b[K` : `${figures(step, done, of)}\n`,
      );
    },
    end() {
      if (isDrawn) stream.write("\r\x1b[K");
      isDrawn = false;
    },
  };
}

function figures(step: string, done: number, of: number): string {
  return of === 0 ? `${step}: ${whole(done)}` : `${step}: ${whole(done)} of ${whole(of)} (${percent(done, of)} %)`;
}

function bar(done: number, of: number): string {
  const filled = Math.round((percent(done, of) / 100) * BAR);
  return `[${"#".repeat(filled)}${".".repeat(BAR - filled)}]`;
}

function percent(done: number, of: number): number {
  return of === 0 ? 0 : Math.min(100, Math.floor((done / of) * 100));
}

/** A count for people: 1234567 is 1,234,567. */
export function whole(count: number): string {
  return count.toLocaleString("en-US");
}

/** A size for people: 1234567 is 1.2 MB. */
export function size(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`;
}
