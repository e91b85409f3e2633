/* What sockets can do and the runtime's typings do not say yet. */
declare module "bun" {
  interface Socket<Data = undefined> {
    /** Reads nothing more until `resume`: the other end has to wait. */
    pause(): void;
    resume(): void;
  }
  interface TCPSocketListenOptions<Data = undefined> {
    /** Several processes may listen on the port (SO_REUSEPORT); each connection goes to one of them. */
    reusePort?: boolean;
  }
}

export {};
