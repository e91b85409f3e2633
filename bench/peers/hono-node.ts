/** The Hono peer on Node and better-sqlite3. */
import { serve } from "@hono/node-server";
import { readSettings } from "./contract.ts";
import { openShop } from "./database-node.ts";
import { createApp } from "./hono-app.ts";

const settings = readSettings();
const app = createApp(settings, openShop(settings.databasePath));
serve({ fetch: app.fetch, port: settings.port, hostname: "127.0.0.1" });
