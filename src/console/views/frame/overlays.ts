/* What lies over the page, and what the keys of rows do, in one file for the browser: both are loaded right after the first view. */
export { actOnRow } from "../../app/keyboard/row-keys.ts";
export { ConfirmDialog } from "../../ui/panels/dialog.tsx";
export { leave } from "./entry/leave.ts";
export { Help } from "./help.tsx";
export { Palette } from "./palette/palette.tsx";
export { Recent } from "./palette/recent.tsx";
