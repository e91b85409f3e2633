/*
 * Opens connections that send requests and never read a response, until it is killed. Prints `ready` when every connection has
 * sent what it can: all its requests, or with `forever` so many that the service takes no more. Runs on Node, whose paused
 * sockets leave everything in the kernel.
 */
import { connect } from "node:net";

const [port, connections, repeat, ...head] = process.argv.slice(2);
const request = `${head.join("\r\n")}\r\n\r\n`;
const isForever = repeat === "forever";
const batch = Buffer.from(request.repeat(isForever ? 500 : Number(repeat)));

function flood() {
  return new Promise((resolve) => {
    const socket = connect({ port: Number(port), host: "127.0.0.1" });
    socket.pause();
    socket.on("error", resolve);
    socket.on("close", resolve);
    const send = () => {
      if (!isForever) return void socket.write(batch, resolve);
      // A write that stays unfinished: the service has stopped reading.
      const timer = setTimeout(resolve, 2000);
      socket.write(batch, (error) => {
        clearTimeout(timer);
        if (error) resolve();
        else send();
      });
    };
    send();
  });
}

await Promise.all(Array.from({ length: Number(connections) }, flood));
console.log("ready");
setInterval(() => {}, 60_000);
