/* Progress on stderr: a bar on a terminal, otherwise a line every few seconds for logs. */

import type { Report } from "../../files/problems/usage-error.ts";
import { formatCount } from "../../store/figures.ts";

const REDRAW_MS = 100;
const LINE_MS = 5_000;
const BAR = 30;

interface Progress {
  /** Shows the progress of a step; `of` is 0 if the total is unknown. Cheap enough to call for every batch. */
  readonly report: Report;
  /** Clears the bar before other output. */
  end(): void;
}

/** Creates a progress display on stderr. */
export function progress(): Progress {
  let reportedAt = performance.now();
  let isDrawn = false;
  return {
    report(step, done, of) {
      const now = performance.now();
      if (now - reportedAt < REDRAW_MS) return;
      // Bun creates the stream on first access, which a start without an upgrade can skip.
      const stream = process.stderr;
      if (now - reportedAt < (stream.isTTY ? REDRAW_MS : LINE_MS)) return;
      reportedAt = now;
      isDrawn = stream.isTTY;
      stream.write(
        stream.isTTY ? `\r${bar(done, of)} ${describe(step, done, of)}\x1b[K` : `${describe(step, done, of)}\n`,
      );
    },
    end() {
      if (isDrawn) process.stderr.write("\r\x1b[K");
      isDrawn = false;
    },
  };
}

/** Runs work with a progress display, and clears it afterwards. */
export async function withProgress<Result>(work: (report: Report) => Promise<Result>): Promise<Result> {
  const shown = progress();
  return work(shown.report).finally(() => shown.end());
}

/** Shows how long a step has been running: `begin` names it, and `end` clears the display. */
export function stopwatch(): { begin(step: string): void; end(): void } {
  let shown = progress();
  let timer: Timer | undefined;
  const end = () => {
    clearInterval(timer);
    shown.end();
  };
  return {
    begin(step) {
      end();
      shown = progress();
      const startedAt = performance.now();
      const show = () => shown.report(`${step}, seconds so far`, Math.floor((performance.now() - startedAt) / 1000), 0);
      timer = setInterval(show, 1000);
      timer.unref();
    },
    end,
  };
}

function describe(step: string, done: number, of: number): string {
  return of === 0
    ? `${step}: ${formatCount(done)}`
    : `${step}: ${formatCount(done)} of ${formatCount(of)} (${percent(done, of)} %)`;
}

function bar(done: number, of: number): string {
  const filled = Math.round((percent(done, of) / 100) * BAR);
  return `[${"#".repeat(filled)}${".".repeat(BAR - filled)}]`;
}

function percent(done: number, of: number): number {
  return of === 0 ? 0 : Math.min(100, Math.floor((done / of) * 100));
}
