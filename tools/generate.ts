/*
 * Writes the checked-in files that are generated from the code: `npm run generate`.
 * With `--check` it writes nothing, and exits with 1 when a file is stale. With `--release` it also keeps the document of the interface as
 * that of this release, which every later document has to honour (`test/released.test.ts`).
 */
import { resolve } from "node:path";
import { version } from "../package.json";
import { openApi, operationsTable } from "../src/contract/openapi/document.ts";
import { errorReference } from "../src/contract/openapi/error-reference.ts";
import { pythonVerifier, signatureGuide } from "../src/contract/openapi/signature-guide.ts";
import { conditions } from "../src/core/conditions.ts";
import { settings } from "../src/service/settings/settings.ts";
import { clientOperations, clientSchemas } from "./client/operations.ts";
import { pythonModels } from "./python/models.ts";
import { pythonResources } from "./python/resources.ts";

/** The manifest of the Python client, with the version of the release. */
async function pythonManifest(): Promise<string> {
  const text = await file("clients/python/pyproject.toml").text();
  return text.replace(/^version = ".*"$/m, `version = "${version}"`);
}

/** The table of settings for operators. */
function settingsTable(): string {
  const rows = Object.values(settings).map((setting) => {
    const flag = "flag" in setting ? `\`--${setting.flag}\`` : "none";
    return `| \`${setting.name}\` | ${flag} | ${setting.default === "" ? "" : `\`${setting.default}\``} | ${setting.description} |\n`;
  });
  return `| variable | flag | default | description |\n| --- | --- | --- | --- |\n${rows.join("")}`;
}

/** The table of what operators have to hear of. */
function conditionsTable(): string {
  const rows = Object.values(conditions).map(
    ({ when, log, metric, check, alert }) => `| ${when} | ${log} | \`${metric}\` | \`${check}\` | \`${alert}\` |\n`,
  );
  return `| When | Log | Metric | Check of doctor | Alert |\n| --- | --- | --- | --- | --- |\n${rows.join("")}`;
}

/** The verifier of the guide, as a module of the Python client. */
function pythonWebhooks(): string {
  const typed = pythonVerifier
    .replace(
      "import base64, hmac, time\n\n",
      "import base64\nimport hmac\nimport time\nfrom collections.abc import Mapping\n\n\n",
    )
    .replace(
      "(secret, headers, body):  # the raw body, as bytes",
      '(secret: str, headers: Mapping[str, str], body: bytes) -> bool:\n    """Whether a message to a webhook was signed with its secret. `body` is the raw body."""',
    );
  return `"""Generated from the contract by \`npm run generate\`. Do not edit."""\n\n${typed}`;
}

/** A document with another text between the two comments that name a section. */
function withSection(document: string, name: string, text: string): string {
  return document.replace(
    new RegExp(`(<!-- ${name}: .*-->\n).*(<!-- /${name} -->)`, "s"),
    (_, start, end) => start + text + end,
  );
}

const file = (path: string) => Bun.file(resolve(import.meta.dir, "..", path));

/** Every generated text file, by its path. */
export async function generatedFiles(): Promise<Readonly<Record<string, string>>> {
  const texts = ["docs/operations/settings.md", "docs/operations/run.md", "docs/events.md"].map((path) =>
    file(path).text(),
  );
  const [settingsPage = "", operating = "", events = ""] = await Promise.all(texts);
  return {
    "api/openapi.json": openApi(),
    "api/operations.txt": operationsTable(),
    "clients/python/pyproject.toml": await pythonManifest(),
    "clients/python/src/petstore_client/_resources.py": pythonResources(),
    "clients/python/src/petstore_client/_webhooks.py": pythonWebhooks(),
    "clients/python/src/petstore_client/models.py": pythonModels(),
    "docs/errors.md": errorReference(),
    "docs/events.md": withSection(events, "signature", `${signatureGuide()}\n`),
    "src/client/operations.gen.ts": clientOperations(),
    "src/client/schemas.gen.ts": clientSchemas(),
    "docs/operations/run.md": withSection(operating, "conditions", conditionsTable()),
    "docs/operations/settings.md": withSection(settingsPage, "settings", settingsTable()),
  };
}

if (import.meta.main) {
  const check = process.argv.includes("--check");
  const stale: string[] = [];
  const files = { ...(await generatedFiles()) };
  if (process.argv.includes("--release")) files[`api/released/openapi-${version}.json`] = openApi();
  for (const [path, text] of Object.entries(files)) {
    if ((await file(path).exists()) && (await file(path).text()) === text) continue;
    stale.push(path);
    if (!check) await file(path).write(text);
  }
  if (stale.length === 0) console.log("Generated files are up to date.");
  else console.log(`${check ? "Stale, run `npm run generate`" : "Written"}: ${stale.join(", ")}`);
  process.exit(check && stale.length > 0 ? 1 : 0);
}
