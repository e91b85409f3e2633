/*
 * nginx and Caddy themselves, with the files of deploy/ and with nothing but `proxy_pass`. Needs both programs (Debian: nginx-light,
 * caddy) and fails without them.
 */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { postgres } from "../support/databases.ts";
import { emptyFolder } from "../support/folder.ts";
import { openService, type TestService } from "../support/harness.ts";
import { jpeg, withProfile } from "../support/images.ts";
import { until } from "../support/program.ts";

setDefaultTimeout(120_000);

const root = join(import.meta.dir, "../..");
const tls = (extension: string) => join(root, `test/tls/for-tests-only.${extension}`);

function programAt(name: string): string {
  const path = Bun.which(name, { PATH: `${process.env["PATH"]}:/usr/sbin` });
  if (path === null) throw new Error(`this test needs ${name}: apt-get install nginx-light caddy`);
  return path;
}

/** More than nginx and Caddy take without being told. */
const PHOTO_BYTES = 9_000_000;

const freePort = () => {
  using server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  return server.port ?? 0;
};

interface RunningProxy extends AsyncDisposable {
  get(path: string, init?: RequestInit): Promise<Response>;
}

/** Runs a proxy until it is disposed of, and waits until it responds. */
async function run(command: readonly string[], origin: string, env: Record<string, string>): Promise<RunningProxy> {
  const child = Bun.spawn([...command], {
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdout: "ignore",
    stderr: "pipe",
  });
  const get = (path: string, init: RequestInit = {}) =>
    fetch(origin + path, { redirect: "manual", ...init, tls: { rejectUnauthorized: false } });
  const responds = async () => {
    if (child.exitCode !== null) throw new Error(`${command[0]} ended: ${await new Response(child.stderr).text()}`);
    return get("/docs/style.css").then(
      ({ ok }) => ok,
      () => false,
    );
  };
  await until(responds, `a response of ${command[0]}`);
  return {
    get,
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
    },
  };
}

/** Runs nginx with the content of its `http` block. */
async function runNginx(folder: string, http: string, origin: string): Promise<RunningProxy> {
  mkdirSync(join(folder, "logs"), { recursive: true });
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const file = join(folder, "nginx.conf");
  const quiet = `daemon off; user root; pid ${folder}/pid; error_log ${folder}/error.log; events {}`;
  writeFileSync(file, `${quiet}\nhttp {\naccess_log off; ${paths.join(" ")}\n${http}\n}\n`);
  return run([programAt("nginx"), "-p", folder, "-c", file], origin, {});
}

/** deploy/nginx.conf with other ports, files and upstreams. */
async function deployedNginx(port: number, upstreams: readonly number[]): Promise<string> {
  const text = await Bun.file(join(root, "deploy/nginx.conf")).text();
  return text
    .replace("listen 80;", `listen 127.0.0.1:${freePort()};`)
    .replace("listen 443 ssl;", `listen 127.0.0.1:${port} ssl;`)
    .replace("server 127.0.0.1:8080;", upstreams.map((upstream) => `server 127.0.0.1:${upstream};`).join(" "))
    .replace("/etc/ssl/pets.example.crt", tls("crt"))
    .replace("/etc/ssl/pets.example.key", tls("key"));
}

/** Reads a stream until a text is there, and returns after how many milliseconds. */
async function msUntil(response: Response, wanted: string, act: () => Promise<unknown>): Promise<number> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const read = async (part: string) => {
    while (!text.includes(part)) text += (await reader?.read())?.value ?? "";
  };
  await read("retry:");
  const startedAt = performance.now();
  await act();
  await read(wanted);
  const ms = performance.now() - startedAt;
  await reader?.cancel();
  return ms;
}

/** What works through every proxy: an event at once, an upload of 9 MB, the console, and the client's own address in the log. */
async function expectAll(proxy: RunningProxy, services: readonly [TestService, ...TestService[]], basePath = "") {
  const [service] = services;
  const Authorization = `Bearer ${service.adminKey}`;
  const stream = await proxy.get(`${basePath}/v1/events/stream`, { headers: { Authorization } });
  const ms = await msUntil(stream, "pet.created", async () => {
    await service.admin.createPet({ body: { name: "Rex", categoryId: 1n } });
    // The stream may be open at any of them.
    for (const { publish } of services) await publish();
  });
  console.log(`an event arrived after ${Math.round(ms)} ms`);
  const made = (await (await proxy.get(`${basePath}/v1/pets?limit=1`, { headers: { Authorization } })).json())[0];
  const file = withProfile(await jpeg(400, 300), PHOTO_BYTES);
  const headers = { Authorization, "Content-Type": "image/jpeg" };
  const added = await proxy.get(`${basePath}/v1/pets/${made.id}/photos`, { method: "POST", headers, body: file });
  expect(added.status).toBe(201);
  const page = await (await proxy.get(`${basePath}/console`)).text();
  const [, script = ""] = /src="([^"]+)"/.exec(page) ?? [];
  expect(script).toStartWith(`${basePath}/console/`);
  expect((await proxy.get(script)).status).toBe(200);
  const spoofed = { "X-Forwarded-For": "203.0.113.66", Authorization: "Bearer nobody" };
  expect((await proxy.get(`${basePath}/v1/pets`, { headers: spoofed })).status).toBe(401);
  const log = JSON.stringify(services.map(({ log }) => log));
  expect(log).toContain('"127.0.0.1"');
  expect(log).not.toContain("203.0.113.66");
}

const settings = { trustProxy: 1, logAddresses: "all" } as const;

describe("nginx", () => {
  test("with nothing but proxy_pass hands on everything but large bodies, the stream at once", async () => {
    using folder = emptyFolder();
    await using service = await openService({}, undefined, settings);
    const port = freePort();
    const server = `server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${service.port}; } }`;
    await using proxy = await runNginx(folder.path, server, `http://127.0.0.1:${port}`);
    const headers = { Authorization: `Bearer ${service.adminKey}`, "Content-Type": "image/jpeg" };
    const stream = await proxy.get("/v1/events/stream", { headers });
    const ms = await msUntil(stream, "pet.created", async () => {
      await service.admin.createPet({ body: { name: "Rex", categoryId: 1n } });
      await service.publish();
    });
    console.log(`an event arrived after ${Math.round(ms)} ms`);
    for (const path of ["/v1/pets", "/docs", "/console", "/docs/events", "/v1/openapi.json"])
      expect([path, (await proxy.get(path, { headers })).status]).toEqual([path, 200]);
    const body = new Uint8Array(2 ** 20 + 1);
    const refused = await proxy.get("/v1/pets/1/photos", { method: "POST", headers, body });
    expect([refused.status, refused.headers.get("Server")]).toEqual([413, expect.stringMatching(/^nginx\//)]);
  });

  test.each(["/", ""])("below a path, with proxy_pass to %p, everything works", async (end) => {
    using folder = emptyFolder();
    const baseUrl = "https://pets.example/shop/v1";
    await using service = await openService({}, undefined, { ...settings, baseUrl });
    const port = freePort();
    const place = `location /shop/ { proxy_pass http://127.0.0.1:${service.port}${end}; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; }`;
    const server = `server { listen 127.0.0.1:${port}; client_max_body_size 25m; ${place} }`;
    await using proxy = await runNginx(folder.path, server, `http://127.0.0.1:${port}/shop`);
    await expectAll(through(proxy), [service], "/shop");
  });

  test("with deploy/nginx.conf speaks TLS, hides what is for operators, and goes on when one of two instances stops", async () => {
    using folder = emptyFolder();
    await using database = await postgres.open();
    const [first, second] = [await openService({}, database, settings), await openService({}, database, settings)];
    const port = freePort();
    const http = await deployedNginx(port, [first.port, second.port]);
    await using proxy = await runNginx(folder.path, http, `https://127.0.0.1:${port}`);
    await expectBehindTls(proxy, first, second);
  });
});

test("Caddy with deploy/Caddyfile speaks TLS, hides what is for operators, and goes on when one of two instances stops", async () => {
  using folder = emptyFolder();
  await using database = await postgres.open();
  const [first, second] = [await openService({}, database, settings), await openService({}, database, settings)];
  const [port, plain] = [freePort(), freePort()];
  const file = join(folder.path, "Caddyfile");
  const test = `{\n\tadmin off\n\thttp_port ${plain}\n\tskip_install_trust\n}\nimport ${join(root, "deploy/Caddyfile")}\n`;
  writeFileSync(file, test);
  const env = {
    HOME: folder.path,
    PETSTORE_DOMAIN: `https://localhost:${port}`,
    PETSTORE_UPSTREAMS: `127.0.0.1:${first.port} 127.0.0.1:${second.port}`,
  };
  const command = [programAt("caddy"), "run", "--adapter", "caddyfile", "--config", file];
  await using proxy = await run(command, `https://localhost:${port}`, env);
  await expectBehindTls(proxy, first, second);
});

/** A proxy whose addresses have their path already. */
function through(proxy: RunningProxy): RunningProxy {
  return { ...proxy, get: (path, init) => proxy.get(path.replace(/^\/shop/, ""), init) };
}

/** What the files of deploy/ promise. Ends the first instance, and the second one at the end. */
async function expectBehindTls(proxy: RunningProxy, first: TestService, second: TestService): Promise<void> {
  try {
    await expectAll(proxy, [first, second]);
    for (const path of ["/metrics", "/healthz", "/readyz"])
      expect([path, (await proxy.get(path)).status]).toEqual([path, 404]);
    await first[Symbol.asyncDispose]();
    const headers = { Authorization: `Bearer ${second.adminKey}` };
    for (let nth = 0; nth < 4; nth++) expect((await proxy.get("/v1/pets", { headers })).status).toBe(200);
  } finally {
    await second[Symbol.asyncDispose]();
  }
}
