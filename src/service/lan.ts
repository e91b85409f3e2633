/* The service on the local network: how other devices reach this machine. */
import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";
import { type Config, ConfigError } from "./settings/settings.ts";

type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>;

/** The address of this machine for other devices, preferring private networks (RFC 1918); undefined if there is none. */
export function lanAddress(interfaces: Interfaces = networkInterfaces()): string | undefined {
  const all = Object.values(interfaces)
    .flatMap((addresses = []) => addresses)
    .filter(({ family, internal }) => family === "IPv4" && !internal)
    .map(({ address }) => address)
    // Link-local: self-assigned when the network gives no address (RFC 3927).
    .filter((address) => !address.startsWith("169.254."));
  return all.find((address) => /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/.test(address)) ?? all[0];
}

/** The configuration to listen on the local network, with URLs that lead to it. Explicit settings are kept. */
export function onLan(config: Config, address: string | undefined = lanAddress()): Config {
  const isLoopback = /^(?:127\.|localhost$|::1$)/.test(config.host);
  const host = isLoopback ? "0.0.0.0" : config.host;
  const name = config.environment === "staging" ? "stagingBaseUrl" : "baseUrl";
  if (config[name] !== "") return Object.freeze({ ...config, host });
  if (!address) {
    throw new ConfigError("--lan: expected a network that this machine has an address in; found none. Set --base-url");
  }
  if (config.port === 0) throw new ConfigError("--lan: expected a fixed port; got PORT 0. Set --port or --base-url");
  const scheme = config.tlsCert === "" ? "http" : "https";
  return Object.freeze({ ...config, host, [name]: `${scheme}://${address}:${config.port}/v1` });
}
