/* How orval generates its client: with our own function for the base address and the key, as its guide advises. */

// biome-ignore lint/style/noDefaultExport: orval expects it
export default {
  petstore: {
    input: "../../api/openapi.json",
    output: {
      target: "generated/orval/petstore.ts",
      client: "fetch",
      override: { mutator: { path: "orval-fetch.ts", name: "send" } },
    },
  },
};
