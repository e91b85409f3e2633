/* What lies over the page, and what the keys of rows do, in one file for the browser: both are loaded right after the first view. */
export { actOnRow } from "../../app/keyboard/row-keys.ts";
export { ConfirmDialog } from "../../ui/panels/dialog.tsx";
export { Help } from "./help.tsx";
export { leave } from "./leave.ts";
export { Palette } from "./palette.tsx";
export { Recent } from "./recent.tsx";
