/*
 * Reads the inventory on several connections, this many bytes a second on each, for some seconds (0: forever). Then it reads the
 * rest at full speed and prints how each response ended. Runs on Node, which can read less than has arrived, so that the rest
 * really waits in the service.
 */
import { connect } from "node:net";

const [port, key, readers, bytesPerSecond, slowSeconds = "0"] = process.argv.slice(2);
const TICK_MS = 100;
const size = Math.max(1, Math.floor((Number(bytesPerSecond) * TICK_MS) / 1000));
let isSlow = true;

function read() {
  let resolve;
  const promise = new Promise((resolver) => {
    resolve = resolver;
  });
  let length = 0;
  let head = "";
  let end = "";
  /** Whether this is the end of a body in chunks, or of one of the length that the head says. */
  const isEnd = () => {
    const whole = /\r\ncontent-length: (\d+)(?=\r\n).*?\r\n\r\n/is.exec(head);
    return whole === null ? end.endsWith("0\r\n\r\n") : length >= whole.index + whole[0].length + Number(whole[1]);
  };
  const callback = (bytes, buffer) => {
    length += bytes;
    const text = buffer.subarray(0, bytes).toString("latin1");
    if (head.length < 2000) head += text;
    end = (end + text).slice(-100);
    if (isEnd()) resolve({ length, end: end.replace(/\s+/g, " "), isComplete: true });
    if (!isSlow) return true;
    socket.pause();
    return false;
  };
  const socket = connect({ port: Number(port), host: "127.0.0.1", onread: { buffer: Buffer.alloc(size), callback } });
  socket.on("error", () => {});
  socket.on("close", () => resolve({ length, end: end.replace(/\s+/g, " "), isComplete: false }));
  socket.write(`GET /v1/inventory HTTP/1.1\r\nHost: service\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  return { socket, promise };
}

const all = Array.from({ length: Number(readers) }, read);

const timer = setInterval(() => {
  if (Number(bytesPerSecond) > 0) for (const { socket } of all) socket.resume();
}, TICK_MS);

if (Number(slowSeconds) > 0) {
  setTimeout(async () => {
    isSlow = false;
    const results = await Promise.all(all.map(({ promise }) => promise));
    clearInterval(timer);
    for (const { socket } of all) socket.destroy();
    console.log(JSON.stringify(results));
  }, Number(slowSeconds) * 1000);
}
