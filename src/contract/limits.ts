/* Limits and values that forms know too. Imports nothing, so that the console can share it. */

/** The most characters (Unicode code points) of a name. */
export const NAME_MAX = 255;

/** The most characters of a tag. */
export const TAG_MAX = 50;

/** What is between the tags of a cell in a file, so that no tag has it. */
export const TAG_SEPARATOR = "|";

/** The most bytes of a file of pets. */
export const IMPORT_BYTES_MAX = 10 * 1024 * 1024;

/** The sexes of a pet. */
export const petSexes = ["female", "male"] as const;

/** The sizes of a pet. */
export const petSizes = ["small", "medium", "large", "extra_large"] as const;
