import type { ComponentChildren } from "preact";

/** A fact with its name; undefined and false for what is not known. */
export type Fact = readonly [name: string, value: ComponentChildren];

/** What is known of something, a line for each fact; in the card of a pet, in columns. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value !== undefined && value !== false)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
    </dl>
  );
}
