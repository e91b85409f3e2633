/* Services whose disk is slow, fails, or loses its power. */
import { join } from "node:path";
import { emptyFolder } from "../support/folder.ts";

/** What a disk does to a process; times are in microseconds. */
export interface DiskFaults {
  readonly delayUs?: number;
  /** While this file exists, the sync of a write-ahead log fails. */
  readonly failure?: string;
  /** A folder for a copy of each file as it was at its last completed sync. */
  readonly copy?: string;
  /** A file cannot have a second name, as on FAT. */
  readonly hasNoLinks?: true;
}

/** The variables of a process on such a disk. The compiler is needed once. */
export async function faultyDisk({ delayUs, failure, copy, hasNoLinks }: DiskFaults): Promise<Record<string, string>> {
  return {
    LD_PRELOAD: await (library ??= compile()),
    ...(delayUs !== undefined && { DISK_DELAY_US: String(delayUs) }),
    ...(failure !== undefined && { DISK_FAILURE: failure }),
    ...(copy !== undefined && { DISK_COPY: copy }),
    ...(hasNoLinks && { DISK_WITHOUT_LINKS: "1" }),
  };
}

let library: Promise<string> | undefined;

async function compile(): Promise<string> {
  const folder = emptyFolder();
  process.once("exit", () => folder[Symbol.dispose]());
  const file = join(folder.path, "faulty-disk.so");
  const source = join(import.meta.dir, "faulty-disk.c");
  const compiler = Bun.spawn(["cc", "-O2", "-shared", "-fPIC", "-pthread", "-o", file, source, "-ldl"], {
    stderr: "inherit",
  });
  if ((await compiler.exited) !== 0) throw new Error("cc failed");
  return file;
}
