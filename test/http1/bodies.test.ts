/* Bodies of requests: read when they are asked for, and never mistaken for something else. */
import { describe, expect, test } from "bun:test";
import { BodyError, type HttpRequest } from "../../src/http1/message.ts";
import { until } from "../program.ts";
import { BODY_MAX, openEcho, type Reply } from "./echo.ts";

const put = (...lines: string[]) => ["PUT / HTTP/1.1", "Host: a", ...lines, "", ""].join("\r\n");
const NEXT = "GET /next HTTP/1.1\r\nHost: a\r\n\r\n";
const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";

/** Reads a body of at most 10 bytes; answers it, or why it cannot be read. */
async function readTen(request: HttpRequest): Promise<Reply> {
  try {
    return { body: Buffer.concat([await request.readBody(10, 200)]) };
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    return { status: 400, body: error.reason };
  }
}

const unread = (): Reply => ({ body: "unread" });

describe("Expect: 100-continue", () => {
  const expecting = (...lines: string[]) => put("Expect: 100-continue", ...lines);

  test("is answered when the body is asked for", async () => {
    await using echo = openEcho({ answer: readTen });
    using wire = echo.connect();
    void wire.send(expecting("Content-Length: 5"));
    await until(() => wire.received === CONTINUE, "the interim answer");
    void wire.send(`hello${NEXT}`);
    expect((await wire.answer()).body).toBe("hello");
    // The connection is in order afterwards.
    expect((await wire.answer()).status).toBe(200);
  });

  test("is answered for chunks too, in any letters", async () => {
    await using echo = openEcho({ answer: readTen });
    using wire = echo.connect();
    void wire.send(put("expect: 100-Continue", "Transfer-Encoding: chunked"));
    await until(() => wire.received === CONTINUE, "the interim answer");
    void wire.send("5\r\nhello\r\n0\r\n\r\n");
    expect((await wire.answer()).body).toBe("hello");
  });

  test("is not answered when the body is there already, or when there is none", async () => {
    await using echo = openEcho({ answer: readTen });
    using wire = echo.connect();
    void wire.send(`${expecting("Content-Length: 5")}hello${expecting("Content-Length: 0")}${expecting()}`);
    for (const body of ["hello", "", ""]) {
      await until(() => wire.received !== "", "an answer");
      expect(wire.received).toStartWith("HTTP/1.1 200 ");
      expect((await wire.answer()).body).toBe(body);
    }
  });

  test.each<[string, (request: HttpRequest) => Reply | Promise<Reply>, string, number]>([
    ["nobody asks for the body", unread, "Content-Length: 5", 200],
    ["nobody asks for the chunks", unread, "Transfer-Encoding: chunked", 200],
    ["the body says that it is too large", readTen, "Content-Length: 11", 400],
  ])("gets the final answer and the end of the connection when %s", async (_what, answer, line, status) => {
    await using echo = openEcho({ answer });
    using wire = echo.connect();
    void wire.send(expecting(line));
    await until(() => wire.received !== "", "an answer");
    expect(wire.received).not.toContain("100 Continue");
    const { headers, ...rest } = await wire.answer();
    expect({ status: rest.status, connection: headers.get("connection") }).toEqual({ status, connection: "close" });
    // Whether this is the body or a request cannot be known: it is neither.
    void wire.send(NEXT);
    expect(await wire.rest()).toBe("");
    expect(echo.asked).toEqual(["PUT /"]);
  });

  test("means nothing in HTTP/1.0, nor with another word", async () => {
    await using echo = openEcho({ answer: readTen });
    for (const head of [
      "PUT / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n",
      put("Expect: 200-ok", "Content-Length: 5"),
    ]) {
      using wire = echo.connect();
      void wire.send(head);
      await Bun.sleep(20);
      expect(wire.received).toBe("");
      void wire.send("hello");
      expect((await wire.answer()).body).toBe("hello");
    }
  });
});

describe("a body that nobody reads", () => {
  test.each([
    ["by its length", `${put("Content-Length: 3000000")}${"x".repeat(3_000_000)}`],
    ["in chunks", `${put("Transfer-Encoding: chunked")}${`186a0\r\n${"x".repeat(100_000)}\r\n`.repeat(30)}0\r\n\r\n`],
  ])("is thrown away %s, and the next request on the connection works", async (_how, bytes) => {
    await using echo = openEcho({ answer: ({ path }) => ({ body: path }) });
    using wire = echo.connect();
    void wire.send(bytes + NEXT);
    expect((await wire.answer()).body).toBe("/");
    expect((await wire.answer()).body).toBe("/next");
  });

  test("is answered before it has come", async () => {
    await using echo = openEcho({ answer: unread });
    using wire = echo.connect();
    void wire.send(put("Content-Length: 5"));
    expect((await wire.answer()).body).toBe("unread");
    void wire.send(`hello${NEXT}`);
    expect((await wire.answer()).body).toBe("unread");
    expect(echo.asked).toEqual(["PUT /", "GET /next"]);
  });

  test("ends the connection when the rest of it does not come in time", async () => {
    await using echo = openEcho({ answer: unread, limits: { rest: 100, check: 10 } });
    using wire = echo.connect();
    void wire.send(`${put("Content-Length: 5")}hel`);
    expect((await wire.answer()).headers.get("connection")).toBeUndefined();
    expect(await wire.rest()).toBe("");
  });
});

describe("a body that is too large", () => {
  test("is refused when it says so, while the client still sends", async () => {
    await using echo = openEcho();
    using wire = echo.connect();
    const size = 20_000_000;
    const sent = wire.send(`${put(`Content-Length: ${size}`)}${"x".repeat(size)}${NEXT}`);
    expect(await wire.answer()).toMatchObject({ status: 400, body: "too large" });
    expect(JSON.parse((await wire.answer()).body)).toMatchObject({ path: "/next" });
    await sent;
  });

  test("is refused as soon as its chunks are more, and the rest of them is thrown away", async () => {
    await using echo = openEcho();
    using wire = echo.connect();
    const chunk = `3e8\r\n${"x".repeat(1000)}\r\n`;
    await wire.send(put("Transfer-Encoding: chunked") + chunk.repeat(BODY_MAX / 1000));
    await Bun.sleep(20);
    expect(wire.received).toBe("");
    void wire.send("1\r\nx\r\n");
    expect(await wire.answer()).toMatchObject({ status: 400, body: "too large" });
    void wire.send(`${chunk.repeat(100)}0\r\n\r\n${NEXT}`);
    expect(JSON.parse((await wire.answer()).body)).toMatchObject({ path: "/next" });
  });

  test("is taken when it has exactly as many bytes as it may", async () => {
    await using echo = openEcho();
    using wire = echo.connect();
    void wire.send(`${put(`Content-Length: ${BODY_MAX}`)}${"x".repeat(BODY_MAX)}`);
    expect(JSON.parse((await wire.answer()).body).body).toHaveLength(BODY_MAX);
    void wire.send(`${put("Transfer-Encoding: chunked")}${`1\r\nx\r\n`.repeat(BODY_MAX)}0\r\n\r\n`);
    expect(JSON.parse((await wire.answer()).body).body).toHaveLength(BODY_MAX);
  });
});

describe("a body that does not come", () => {
  test("is given up after its time, and the connection with it", async () => {
    await using echo = openEcho({ answer: readTen });
    using wire = echo.connect();
    void wire.send(`${put("Content-Length: 5")}hel`);
    const { headers, body } = await wire.answer();
    expect({ body, connection: headers.get("connection") }).toEqual({ body: "late", connection: "close" });
    void wire.send(`lo${NEXT}`);
    expect(await wire.rest()).toBe("");
    expect(echo.asked).toEqual(["PUT /"]);
  });

  test("is broken off when the client goes away", async () => {
    const reasons: unknown[] = [];
    await using echo = openEcho({
      answer: async (request) => {
        const reply = await readTen(request);
        reasons.push(reply.body);
        return reply;
      },
    });
    for (const isReset of [false, true]) {
      using wire = echo.connect();
      await wire.send(`${put("Content-Length: 5")}hel`);
      await until(() => echo.asked.length === reasons.length + 1, "the request");
      if (isReset) wire.socket.resetAndDestroy();
      else wire.socket.destroy();
      await until(() => reasons.length === (isReset ? 2 : 1), "the end of the body");
    }
    expect(reasons).toEqual(["broken off", "broken off"]);
  });
});

test("a body that comes while its handler does something else is there when it is asked for", async () => {
  await using echo = openEcho({ answer: (request) => Bun.sleep(30).then(() => readTen(request)) });
  using wire = echo.connect();
  void wire.send(put("Content-Length: 5"));
  await Bun.sleep(5);
  void wire.send("hel");
  await Bun.sleep(5);
  void wire.send(`lo${NEXT}`);
  expect((await wire.answer()).body).toBe("hello");
  expect((await wire.answer()).body).toBe("");
});
