/* Imports nothing, so that settings can share it. */

/** The longest name of a shop, in UTF-16 units. */
export const SHOP_NAME_MAX = 100;
