/* Dialogs over the page and the actions of row shortcuts, as one chunk that loads right after the first view. */
export { actOnRow } from "../../app/keyboard/row-keys.ts";
export { ConfirmDialog } from "../../ui/panels/dialog.tsx";
export { leave } from "./entry/leave.ts";
export { Help } from "./help.tsx";
export { Palette } from "./palette/palette.tsx";
export { Recent } from "./palette/recent.tsx";
