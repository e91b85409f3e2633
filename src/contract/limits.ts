/* Limits and values that forms know too. Imports nothing, so that the console can share it. */

/** The most characters (Unicode code points) of a name. */
export const NAME_MAX = 255;

/** The most characters of a tag. */
export const TAG_MAX = 50;

/** The most tags of a pet. */
export const TAGS_MAX = 20;

/** The separator of tags in a cell. No tag contains it. */
export const TAG_SEPARATOR = "|";

/** The most characters of the shop's own number of a pet. */
export const REFERENCE_MAX = 64;

/** Matches the number of a microchip. */
export const MICROCHIP_PATTERN = "^[A-Za-z0-9]{9,15}$";

/** The most bytes of a file of pets. */
export const IMPORT_BYTES_MAX = 10 * 1024 * 1024;

/** The sexes of a pet. */
export const petSexes = ["female", "male"] as const;

/** The sizes of a pet. */
export const petSizes = ["small", "medium", "large", "extra_large"] as const;

/** The kinds of care. */
export const careKinds = ["vaccination", "treatment", "check", "weight", "note"] as const;

/** The kinds of care that can be due: a weight is measured, so it is always done. */
export const dueKinds = [
  "vaccination",
  "treatment",
  "check",
  "note",
] as const satisfies readonly (typeof careKinds)[number][];

/** The units in which people write weights. */
export const weightUnits = ["kg", "g", "lb", "oz"] as const;
export type WeightUnit = (typeof weightUnits)[number];

/** The longest time between two of a kind of care, in days: ten years. */
export const EVERY_DAYS_MAX = 3650;

/** The most entries of a plan of care. */
export const PLAN_MAX = 20;

/** The latest day of a plan, in days after the birth: twenty years. */
export const PLAN_DAYS_MAX = 7300;

/** The most pets that one belongs together with. */
export const TOGETHER_MAX = 8;
