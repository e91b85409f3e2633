import type { Config } from "./settings/settings.ts";

/** The address of the server for a person or a client on this machine. */
export function originOf({ host, tlsCert }: Config, port: number | undefined): string {
  const isEverywhere = host === "0.0.0.0" || host === "::";
  return `${tlsCert === "" ? "http" : "https"}://${isEverywhere ? "localhost" : host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** The setting with the address at which clients reach the interface of this environment. */
export function baseUrlKeyOf({ environment }: Config): "baseUrl" | "stagingBaseUrl" {
  return environment === "staging" ? "stagingBaseUrl" : "baseUrl";
}

/** The address of the interface that absolute links start with: the one that is set, or that of a server at an origin. */
export function baseUrlOf(config: Config, origin: string): string {
  return config[baseUrlKeyOf(config)] || `${origin}/v1`;
}
