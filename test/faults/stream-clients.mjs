/* Opens many streams of events and reads them. Prints "open" when all have begun, and the events
received at SIGUSR2 and at the end. */
import { connect } from "node:net";

const [port, key, count, query] = process.argv.slice(2);
const head = `GET /v1/events/stream${query} HTTP/1.1\r\nHost: service\r\nAuthorization: Bearer ${key}\r\n\r\n`;
let begun = 0;
let received = 0;

function open() {
  const socket = connect(Number(port), "127.0.0.1", () => socket.write(head));
  let hasBegun = false;
  socket.on("data", (data) => {
    if (!hasBegun && data.includes("retry:")) {
      hasBegun = true;
      begun += 1;
      if (begun === Number(count)) console.log("open");
    }
    for (let at = data.indexOf("event: "); at !== -1; at = data.indexOf("event: ", at + 1)) received += 1;
  });
  socket.on("error", (error) => {
    console.error(error);
    process.exit(1);
  });
}

for (let nth = 0; nth < Number(count); nth++) open();
process.on("SIGUSR2", () => console.log(received));
process.on("SIGTERM", () => {
  console.log(received);
  process.exit(0);
});
