/* The modules of prom-client that its types leave out: one for each kind of its default metrics. */
declare module "prom-client/lib/metrics/*" {
  import type { Registry } from "prom-client";

  /** Adds metrics of this process to a registry. */
  const measure: (registry: Registry) => void;
  export default measure;
}
