/* The files for containers, checked with what npm has, and with the tools of the system where they are installed. */
import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv/dist/2019";
import { validate } from "dockerfile-utils";
import { parse } from "yaml";
import manifest from "../../package.json" with { type: "json" };
import { settings } from "../../src/service/settings/settings.ts";
import { emptyFolder } from "../support/folder.ts";
import { testWithTool } from "../support/system-tool.ts";
import { blockOf } from "./named-block.ts";

const root = join(import.meta.dir, "../..");
const text = (path: string) => readFileSync(join(root, path), "utf8");

interface Service {
  readonly profiles?: readonly string[];
  readonly deploy?: { readonly replicas?: number };
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly stop_grace_period?: string;
  readonly healthcheck?: { readonly test: readonly string[] };
}

const compose = parse(text("compose.yaml"), { merge: true }) as {
  readonly name: string;
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};

/** The services of `compose.yaml` that run this program. */
const isOurs = (name: string) => ["petstore", "instance"].includes(name);

/** The names of our settings. */
const names: ReadonlySet<string> = new Set(Object.values(settings).map(({ name }) => name));

describe("Dockerfile", () => {
  const dockerfile = text("Dockerfile");

  test("has no mistake that a builder would refuse", () => {
    expect(validate(dockerfile)).toEqual([]);
  });

  test("runs the service as a user other than root, with its data on a volume", () => {
    expect(dockerfile).toMatch(/^USER \d{5}:\d{5}$/m);
    expect(dockerfile).toMatch(/^VOLUME \/data$/m);
    expect(dockerfile).toMatch(/^HEALTHCHECK .*CMD \["petstore", "healthcheck"\]$/m);
  });

  test("sets only settings that there are", () => {
    const [, pairs = ""] = /^ENV (.*)$/m.exec(dockerfile) ?? [];
    const set = pairs.split(" ").map((pair) => pair.split("=")[0] ?? "");
    expect(set.length).toBeGreaterThan(2);
    expect(set.filter((name) => !names.has(name))).toEqual([]);
  });

  test("copies what the installation of packages reads, before it copies everything", () => {
    const [before = ""] = dockerfile.split("RUN node tools/install.mjs");
    for (const workspace of manifest.workspaces)
      expect(before).toContain(`COPY ${workspace}/package.json ${workspace}/`);
    for (const file of ["package.json", "package-lock.json", ".npmrc", "tools/install.mjs"])
      expect(before).toContain(file);
  });
});

describe("compose.yaml", () => {
  test("follows the schema of Compose", () => {
    const { $schema: _, ...schema } = JSON.parse(text("node_modules/dclint/schemas/compose.schema.json"));
    const check = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    check(parse(text("compose.yaml"), { merge: true }));
    expect(check.errors ?? []).toEqual([]);
  });

  test("starts one service on SQLite by default, and the others only with the profile postgres", () => {
    const byDefault = Object.entries(compose.services).filter(([, { profiles }]) => profiles === undefined);
    expect(byDefault.map(([name]) => name)).toEqual(["petstore"]);
    for (const [name, { profiles }] of Object.entries(compose.services))
      if (name !== "petstore") expect(profiles).toEqual(["postgres"]);
  });

  test("names only services, volumes and settings that there are", () => {
    for (const [name, service] of Object.entries(compose.services)) {
      const { depends_on = {}, volumes = [], environment = {} } = service;
      for (const other of Object.keys(depends_on)) expect(Object.keys(compose.services)).toContain(other);
      for (const volume of volumes.map((each) => each.split(":")[0] ?? ""))
        if (!volume.startsWith(".")) expect(Object.keys(compose.volumes)).toContain(volume);
      if (!isOurs(name)) continue;
      for (const setting of Object.keys(environment)) expect(names).toContain(setting);
    }
  });

  test("starts as many instances as Caddy knows, by the names of their containers", () => {
    const { deploy } = compose.services["instance"] ?? {};
    const named = Array.from({ length: deploy?.replicas ?? 0 }, (_, nth) => `${compose.name}-instance-${nth + 1}:8080`);
    const upstreams = compose.services["caddy"]?.environment?.["PETSTORE_UPSTREAMS"];
    expect(upstreams).toBe(`\${PETSTORE_UPSTREAMS:-${named.join(" ")}}`);
  });

  test("asks PostgreSQL by TCP, which it listens on only once its database is set up", () => {
    expect(compose.services["postgres"]?.healthcheck?.test).toContain("--host=127.0.0.1");
  });

  test("gives each instance longer to stop than its settings take", () => {
    for (const [name, { stop_grace_period = "0s", environment = {} }] of Object.entries(compose.services)) {
      if (!isOurs(name)) continue;
      const delay = Number(environment["SHUTDOWN_DELAY"] ?? settings.shutdownDelaySeconds.default);
      const timeout = Number(environment["SHUTDOWN_TIMEOUT"] ?? settings.shutdownTimeoutSeconds.default);
      expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThanOrEqual(delay + timeout + 5);
    }
  });
});

test("the image gets no secrets from .env files", () => {
  expect(text(".dockerignore").split("\n")).toContain(".env*");
});

describe("Caddyfile", () => {
  testWithTool(
    "caddy",
    "is valid, with one upstream and with two, and so is that of docs/operations/scale.md",
    async () => {
      using home = emptyFolder();
      const written = join(home.path, "Caddyfile");
      writeFileSync(written, blockOf(text("docs/operations/scale.md"), "Caddyfile"));
      for (const [file, upstreams] of [
        [join(root, "deploy/Caddyfile"), undefined],
        [join(root, "deploy/Caddyfile"), "petstore-instance-1:8080 petstore-instance-2:8080"],
        [written, undefined],
      ] as const) {
        const command = ["caddy", "validate", "--adapter", "caddyfile", "--config", file];
        const { PATH = "" } = process.env;
        const env = { PATH, HOME: home.path, ...(upstreams && { PETSTORE_UPSTREAMS: upstreams }) };
        const { exitCode, stderr } = Bun.spawnSync(command, { env });
        expect({ exitCode, stderr: exitCode === 0 ? "" : stderr.toString() }).toEqual({ exitCode: 0, stderr: "" });
      }
    },
  );
});
