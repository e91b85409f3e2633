/* The modules of prom-client that its types leave out. */
declare module "prom-client/lib/cluster.js" {
  export { AggregatorRegistry as default } from "prom-client";
}
declare module "prom-client/lib/registry.js" {
  export { Registry as default } from "prom-client";
}
/* One for each kind of its default metrics. */
declare module "prom-client/lib/metrics/*" {
  import type { Registry } from "prom-client";

  /** Adds metrics of this process to a registry. */
  const measure: (registry: Registry) => void;
  export default measure;
}
