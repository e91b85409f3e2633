import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";

/** The tables of TCP sockets of this network namespace. The runtime does not count the connections of its server. */
const TABLES = ["/proc/self/net/tcp", "/proc/self/net/tcp6"] as const;

/** An established connection: the columns are its number, the local address and port, the remote ones, and the state 01. */
const ESTABLISHED = /^ *\d+: [\dA-F]+:([\dA-F]{4}) [\dA-F]+:[\dA-F]{4} 01 /gm;

/** Makes what counts the open connections to a port, of all processes that share it; undefined where the system has no table. */
export function connectionCounter(port: number): (() => Promise<number>) | undefined {
  if (!existsSync(TABLES[0])) return undefined;
  return async () => {
    // Without IPv6 there is no second table.
    const texts = await Promise.all(TABLES.map((table) => readFile(table, "latin1").catch(() => "")));
    const ports = texts.flatMap((text) => [...text.matchAll(ESTABLISHED)].map(([, local = ""]) => local));
    return ports.filter((local) => Number.parseInt(local, 16) === port).length;
  };
}
