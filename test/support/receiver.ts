/*
 * A receiver of webhooks in a process of its own, as a partner would write it: it verifies every message with the package
 * `standardwebhooks` and prints a line for each. Arguments: port, secret, and milliseconds until it responds.
 */
import { Webhook } from "standardwebhooks";

const [port = "0", secret = "", delayMs = "0"] = process.argv.slice(2);
const webhook = new Webhook(secret);

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: Number(port),
  async fetch(request) {
    const text = await request.text();
    try {
      webhook.verify(text, Object.fromEntries(request.headers));
    } catch (error) {
      console.log(JSON.stringify({ refused: String(error) }));
      return new Response("not verified", { status: 400 });
    }
    await Bun.sleep(Number(delayMs));
    // Nobody is there any more to get the response.
    if (request.signal.aborted) return new Response();
    console.log(JSON.stringify({ id: request.headers.get("webhook-id"), message: text }));
    return new Response("thank you");
  },
});
console.log(JSON.stringify({ port: server.port }));
