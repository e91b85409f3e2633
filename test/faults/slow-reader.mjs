/*
 * Reads the inventory on several connections, so many bytes a second on each. On Node: it can read less at once than what has
 * arrived, so that the rest really waits in the service.
 */
import { connect } from "node:net";

const [port, key, readers, bytesPerSecond] = process.argv.slice(2);
const TICK_MS = 100;
const size = Math.max(1, Math.floor((Number(bytesPerSecond) * TICK_MS) / 1000));

const sockets = Array.from({ length: Number(readers) }, () => {
  const callback = () => {
    socket.pause();
    return false;
  };
  const socket = connect({ port: Number(port), host: "127.0.0.1", onread: { buffer: Buffer.alloc(size), callback } });
  socket.on("error", () => {});
  socket.write(`GET /v1/inventory HTTP/1.1\r\nHost: shop\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  return socket;
});

setInterval(() => {
  if (Number(bytesPerSecond) > 0) for (const socket of sockets) socket.resume();
}, TICK_MS);
