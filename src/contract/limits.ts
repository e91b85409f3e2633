/* Limits and values that forms know too. Imports nothing, so that the console can share it. */

/** The most characters (Unicode code points) of a name. */
export const NAME_MAX = 255;

/** The most characters of a tag. */
export const TAG_MAX = 50;

/** The most tags of a pet. */
export const TAGS_MAX = 20;

/** What is between the tags of a cell in a file, so that no tag has it. */
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
