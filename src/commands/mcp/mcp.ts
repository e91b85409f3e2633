import type { Command } from "commander";
import { UsageError } from "../../files/usage-error.ts";
import { readConfig } from "../../service/config.ts";

const HELP = `
An assistant starts this command and talks to it over standard input and output. The key is in PETSTORE_API_KEY. It needs
only the scopes that the assistant may use: \`petstore keys create --name assistant --role viewer\`. Its configuration:

  { "mcpServers": { "petstore": {
      "command": "npx", "args": ["petstore", "mcp", "--url", "https://pets.example/v1"],
      "env": { "PETSTORE_API_KEY": "..." } } } }`;

/** Adds `petstore mcp`. */
export function addMcpCommand(petstore: Command): void {
  petstore
    .command("mcp")
    .description("let an assistant use the service, over the Model Context Protocol")
    .option("--url <url>", "the address of the interface, such as https://pets.example/v1; by default the service here")
    .option("--write", "also offer the operations that change something")
    .addHelpText("after", HELP)
    .action(async ({ url, write = false }: { readonly url?: string; readonly write?: boolean }) => {
      const config = readConfig();
      if (config.apiKey === "") throw new UsageError("PETSTORE_API_KEY is not set: put the assistant's key there");
      const baseUrl = url ?? `${(await import("../../service/application.ts")).originOf(config, config.port)}/v1`;
      const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
      const { createSession } = await import("./session.ts");
      serveStdio(() => createSession({ baseUrl, apiKey: config.apiKey, write }));
    });
}
