import type { Config } from "./settings/settings.ts";

/** The server's URL for people and clients on this machine. */
export function originOf({ host, tlsCert }: Config, port: number | undefined): string {
  const isEverywhere = host === "0.0.0.0" || host === "::";
  return `${tlsCert === "" ? "http" : "https"}://${isEverywhere ? "localhost" : host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** The name of the setting with the base URL of this environment. */
export function baseUrlKeyOf({ environment }: Config): "baseUrl" | "stagingBaseUrl" {
  return environment === "staging" ? "stagingBaseUrl" : "baseUrl";
}

/** The base URL of the API: the configured one, or that of the server at an origin. */
export function baseUrlOf(config: Config, origin: string): string {
  return config[baseUrlKeyOf(config)] || `${origin}/v1`;
}
