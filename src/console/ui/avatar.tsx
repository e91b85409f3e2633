import type { ComponentChildren } from "preact";

/** The round sign of a person: the initial of the name, or a drawing. */
export function Avatar({ name = "", children }: { readonly name?: string; readonly children?: ComponentChildren }) {
  return (
    <span class="avatar" aria-hidden="true">
      {children ?? [...name][0]?.toUpperCase()}
    </span>
  );
}
