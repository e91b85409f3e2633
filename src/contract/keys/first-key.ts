/** The name of the key that a new store starts with. It is nobody's yet. */
export const FIRST_KEY = "first";
