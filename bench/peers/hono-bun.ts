/** The Hono peer on Bun and bun:sqlite. */
import { readSettings } from "./contract.ts";
import { openShop } from "./database-bun.ts";
import { createApp } from "./hono-app.ts";

const settings = readSettings();
const app = createApp(settings, openShop(settings.databasePath));
Bun.serve({ fetch: app.fetch, port: settings.port, hostname: "127.0.0.1" });
