import type { ComponentChildren } from "preact";

/** A round avatar: the initial of the name, or a drawing. */
export function Avatar({ name = "", children }: { readonly name?: string; readonly children?: ComponentChildren }) {
  return (
    <span class="avatar" aria-hidden="true">
      {children ?? [...name][0]?.toUpperCase()}
    </span>
  );
}
