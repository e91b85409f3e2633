/* Why a port cannot be opened, in words for an operator: the runtime's own message has no reason. */

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE:
    "the port is in use: stop the program that uses it (`ss -ltnp` shows it), or choose another port with PORT",
  EADDRNOTAVAIL:
    "this machine does not have that address: set HOST to one of its addresses (`ip address` shows them), or to 0.0.0.0 for all",
  EACCES: "this user may not open ports below 1024: choose another port with PORT, and let a proxy forward requests",
  ENOTFOUND: "the name has no address: set HOST to an address of this machine, or to 0.0.0.0 for all",
};

/** Makes the error for an operator out of the runtime's. */
export function cannotListen({ host, port }: { readonly host: string; readonly port: number }, error: unknown): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = (code !== undefined && REASONS[code]) || (code ?? message);
  return new Error(`cannot listen on ${host}, port ${port}`, { cause: new Error(reason, { cause: error }) });
}
