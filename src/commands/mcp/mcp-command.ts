import type { Command } from "commander";
import { UsageError } from "../../files/problems/usage-error.ts";
import { originOf } from "../../service/origin.ts";
import { readConfig } from "../../service/settings/settings.ts";

const HELP = `
An assistant starts this command and talks to it over standard input and output. The key is in PETSTORE_API_KEY. It needs
only the scopes that the assistant may use: \`petstore keys create --name assistant --role viewer\`. Its configuration:

  { "mcpServers": { "petstore": {
      "command": "/path/to/petstore", "args": ["mcp", "--url", "https://pets.example/v1"],
      "env": { "PETSTORE_API_KEY": "..." } } } }

In a clone, the command is "node" and the first of the args is the path of tools/petstore.mjs.`;

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
      const baseUrl = url ?? `${originOf(config, config.port)}/v1`;
      if (!/^https?:\/\/./.test(baseUrl))
        throw new UsageError(`--url: expected an address such as https://pets.example/v1; got ${baseUrl}`);
      const [{ serveStdio }, { createSession }] = await Promise.all([
        import("@modelcontextprotocol/server/stdio"),
        import("./mcp-session.ts"),
      ]);
      serveStdio(() => createSession({ baseUrl, apiKey: config.apiKey, write }));
    });
}
