/** The systems whose exports are understood without a mapping, and what people call them. */
export const importSources = {
  asm3: "Animal Shelter Manager",
  shelterluv: "Shelterluv",
  shopify: "Shopify",
  woocommerce: "WooCommerce",
  petpoint: "PetPoint",
  petfinder: "Petfinder",
  rescuegroups: "RescueGroups",
} as const;

/** One of these systems. */
export type ImportSource = keyof typeof importSources;

export const importSourceIds = Object.keys(importSources) as ImportSource[];
