import { dlopen, type Pointer, toArrayBuffer } from "bun:ffi";
import { closeSync, existsSync, openSync, readSync } from "node:fs";

/**
 * The bytes in which SQLite counts the commits of all processes: the header of the index of the write-ahead log, which a connection
 * compares at the start of each transaction to see whether its state is the newest (https://sqlite.org/walformat.html).
 */
const HEADER_BYTES = 48;

/** Tells whether any process has committed, without SQLite, which would take and release a lock. */
export interface LogIndex {
  /** Remembers the present state. */
  mark(): void;
  /** Whether no process has committed since `mark`. True only if certain. */
  isUnchanged(): boolean;
  /** Call when the connections are closed. May be called again. */
  close(): void;
}

/** Reads the header, and releases it. */
interface Header {
  readonly now: () => Uint32Array;
  readonly close: () => void;
}

/** Opens the index of a database that this process has open. `isMapped` is false in tests of systems without `mmap`. */
export function openLogIndex(path: string, isMapped = true): LogIndex {
  const name = `${path}-shm`;
  const file = openSync(name, "r");
  const header = (isMapped ? mappedHeader(file) : undefined) ?? readHeader(file);
  const marked = new Uint32Array(HEADER_BYTES / 4);
  let isOpen = true;
  return {
    mark: () => marked.set(header.now()),
    isUnchanged() {
      if (!isOpen) return false;
      const now = header.now();
      for (let nth = 0; nth < marked.length; nth++) if (now[nth] !== marked[nth]) return false;
      return true;
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      header.close();
      // Not closed, because that would release the locks of every connection in this process. The last connection removes the file.
      if (!existsSync(name)) closeSync(file);
    },
  };
}

const PROT_READ = 1;
const MAP_SHARED = 1;

/** The C library where it has this name: with glibc, with musl, on macOS. */
const LIBRARIES = [
  "libc.so.6",
  `libc.musl-${process.arch === "arm64" ? "aarch64" : "x86_64"}.so.1`,
  "libSystem.B.dylib",
];

const SIGNATURES = {
  mmap: { args: ["ptr", "usize", "i32", "i32", "i32", "i64"], returns: "ptr" },
  munmap: { args: ["ptr", "usize"], returns: "i32" },
} as const;

let library: ReturnType<typeof openLibrary>;

function openLibrary() {
  for (const name of LIBRARIES) {
    try {
      return dlopen(name, SIGNATURES).symbols;
    } catch {
      // Another system.
    }
  }
  return undefined;
}

/**
 * The header in mapped memory: reading it costs a twentieth of reading the file. SQLite maps the same file, so truncating it ends the
 * process with or without this (decision 007). `Bun.mmap` would open and close the file, and drop SQLite's locks.
 */
function mappedHeader(file: number): Header | undefined {
  library ??= openLibrary();
  const { mmap, munmap } = library ?? {};
  const address = mmap?.(null, HEADER_BYTES, PROT_READ, MAP_SHARED, file, 0) ?? null;
  if (address === null || !Number.isSafeInteger(address) || address <= 0) return undefined;
  const words = new Uint32Array(toArrayBuffer(address as Pointer, 0, HEADER_BYTES));
  return { now: () => words, close: () => void munmap?.(address, HEADER_BYTES) };
}

function readHeader(file: number): Header {
  const bytes = new Uint8Array(HEADER_BYTES);
  const words = new Uint32Array(bytes.buffer);
  const now = () => {
    readSync(file, bytes, 0, HEADER_BYTES, 0);
    return words;
  };
  return { now, close() {} };
}
