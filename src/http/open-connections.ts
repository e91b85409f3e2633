import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";

/** The tables of TCP sockets of this network namespace. The runtime does not count the connections of its server. */
const TABLES = ["/proc/self/net/tcp", "/proc/self/net/tcp6"] as const;

/** An established connection: the columns are its number, the local address and port, the remote ones, and the state 01. */
const ESTABLISHED = /^ *\d+: [\dA-F]+:([\dA-F]{4}) [\dA-F]+:[\dA-F]{4} 01 /gm;

/** How long a count is good. Everyone may ask for the metrics, and the tables can be long. */
const COUNT_MS = 1000;

/**
 * Returns a function that counts the open connections to a port, of all processes that share it, at most once a second; undefined
 * where the system has no table.
 */
export function connectionCounter(port: number, clock = () => performance.now()): (() => Promise<number>) | undefined {
  if (!existsSync(TABLES[0])) return undefined;
  let counted: Promise<number> | undefined;
  let countedAt = 0;
  return () => {
    if (counted === undefined || clock() - countedAt >= COUNT_MS) {
      countedAt = clock();
      counted = countTo(port);
    }
    return counted;
  };
}

async function countTo(port: number): Promise<number> {
  // Without IPv6 there is no second table.
  const texts = await Promise.all(TABLES.map((table) => readFile(table, "latin1").catch(() => "")));
  const ports = texts.flatMap((text) => [...text.matchAll(ESTABLISHED)].map(([, local = ""]) => local));
  return ports.filter((local) => Number.parseInt(local, 16) === port).length;
}
