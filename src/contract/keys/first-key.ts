/** The name of the first key of a new store, which belongs to nobody yet. */
export const FIRST_KEY = "first";
