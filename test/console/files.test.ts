/* The pages of the console and of the reference with their files, as the service serves them. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { bundleConsole, CONSOLE_PAGE } from "../../src/site/console-bundle.ts";
import { openService, type TestService } from "../support/harness.ts";
import { button, link } from "./page.ts";
import { visit } from "./visit.ts";

setDefaultTimeout(60_000);

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service?.[Symbol.asyncDispose]());

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(`http://127.0.0.1:${service.port}${path}`, { method, headers: { "Accept-Encoding": "identity", ...headers } });

const names = async () => (await bundleConsole()).map(({ name }) => name).filter((name) => name !== CONSOLE_PAGE);

test("a page that was open during an upgrade offers to load itself again when a part is gone", async () => {
  const page = await visit(service, "/console/pets", { mayFail: true });
  await page.route(/day-views/, (route) => route.fulfill({ status: 404, json: {} }));
  // Views are fetched when nothing else is to do: the page begins again, without this one.
  await page.reload();
  await link(page, "Orders").click();
  await page.getByText("The service was upgraded while this page was open").waitFor();
  await page.unrouteAll();
  await button(page, "Reload the page").click();
  await page.getByRole("heading", { name: "Orders" }).waitFor();
});

describe("the files of the console", () => {
  test("the policy allows scripts, styles and requests of this origin only, and no code from texts", async () => {
    for (const path of ["/console", ...(await names()).map((name) => `/console/${name}`)]) {
      const response = await get(path);
      expect(response.headers.get("Content-Security-Policy")).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; font-src 'self'; " +
          "require-trusted-types-for 'script'; trusted-types 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
      expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(response.headers.get("Referrer-Policy")).toBe("no-referrer");
    }
  });

  test("the page has the shop's name and the address of its page for visitors, as text", async () => {
    await using named = await openService({}, undefined, { shopName: 'Rex & "Co" <b>' });
    const page = await (await fetch(`http://127.0.0.1:${named.port}/console`)).text();
    expect(page).toContain("<title>Rex &amp; &quot;Co&quot; &lt;b&gt;</title>");
    expect(page).toMatch(/<link rel="home" href="http[^"]+\/">/);
    expect(await (await get("/console")).text()).not.toContain('rel="home"');
  });

  test("the font is a file of its own, of at most 40 kB, that never changes", async () => {
    const styles = (await bundleConsole()).find(({ name }) => name.endsWith(".css"))?.text ?? "";
    const [, path = ""] = /url\("?\.\.(\/fonts\/[^")]+)/.exec(styles) ?? [];
    const response = await get(path);
    expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "font/woff2"]);
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    expect((await response.bytes()).length).toBeLessThanOrEqual(40_000);
  });

  test("every path below /console is the page, which is asked for again at each visit", async () => {
    const page = await (await get("/console")).text();
    expect(page).toStartWith("<!doctype html>");
    for (const path of ["/console/", "/console/pets/12?status=sold", `/console/${CONSOLE_PAGE}`]) {
      const response = await get(path);
      expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
      expect(response.headers.get("Cache-Control")).toBe("no-cache");
      expect(await response.text()).toBe(page);
      const again = await get(path, { "If-None-Match": response.headers.get("ETag") ?? "" });
      expect([again.status, again.headers.get("Content-Security-Policy")]).toEqual([304, expect.any(String)]);
    }
  });

  test("a rule for a width below a bound does not hold at the bound", async () => {
    const styles = (await bundleConsole()).find(({ name }) => name.endsWith(".css"))?.text ?? "";
    const bounds = [...styles.matchAll(/max-width: *([\d.]+)px/g)].map(([, bound]) => Number(bound));
    expect(bounds.length).toBeGreaterThan(0);
    expect(bounds.filter(Number.isInteger)).toEqual([]);
  });

  test("files with a hash in their name never change; one that is gone is 404 and not the page", async () => {
    for (const name of await names()) {
      const response = await get(`/console/${name}`);
      expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
      expect(response.headers.get("Content-Type")).toBe(
        name.endsWith(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8",
      );
    }
    const gone = await get("/console/orders-view-0ldh4sh0.js");
    expect([gone.status, await gone.json()]).toEqual([404, expect.objectContaining({ code: "not_found" })]);
  });

  test("are compressed for browsers that accept gzip, with another entity tag", async () => {
    for (const name of [CONSOLE_PAGE, ...(await names())]) {
      const [plain, zipped, refused] = await Promise.all(
        ["identity", "br, gzip", "gzip;q=0"].map((accepted) =>
          get(`/console/${name}`, { "Accept-Encoding": accepted }),
        ),
      );
      expect(zipped?.headers.get("Content-Encoding")).toBe("gzip");
      expect(refused?.headers.get("Content-Encoding")).toBeNull();
      expect(zipped?.headers.get("ETag")).not.toBe(plain?.headers.get("ETag") ?? null);
      expect(await zipped?.text()).toBe((await plain?.text()) ?? "");
    }
  });

  test("have the same names in every process, so that workers serve each other's pages", async () => {
    const module = Bun.resolveSync("../../src/site/console-bundle.ts", import.meta.dir);
    const script = `import { bundleConsole } from ${JSON.stringify(module)};
      console.log(JSON.stringify((await bundleConsole()).map(({ name }) => name)));`;
    const { stdout } = Bun.spawnSync([process.execPath, "-e", script], { env: { NODE_ENV: "production" } });
    expect(JSON.parse(stdout.toString())).toEqual((await bundleConsole()).map(({ name }) => name));
  });
});

describe("the files of the reference", () => {
  test("are cached forever under their versioned names", async () => {
    const page = await (await get("/docs")).text();
    const scripts = [...page.matchAll(/(?:src|rel="stylesheet" href)="([^"]+)"/g)].map(([, script]) => script ?? "");
    expect(scripts.length).toBe(2);
    for (const script of scripts) {
      const file = await get(script);
      expect(file.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
      const again = await get(script, { "If-None-Match": file.headers.get("ETag") ?? "" });
      expect(again.status).toBe(304);
    }
    expect((await get("/docs/style.css?v=old")).headers.get("Cache-Control")).toBe("no-cache");
  });

  test("include an icon, and accept only GET and HEAD", async () => {
    for (const path of ["/favicon.svg", "/favicon.ico"]) {
      expect((await get(path)).headers.get("Content-Type")).toStartWith("image/svg+xml");
    }
    const head = await get("/docs", {}, "HEAD");
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(Number(head.headers.get("Content-Length"))).toBeGreaterThan(500);
    expect((await get("/docs", {}, "POST")).status).not.toBe(200);
  });
});
