/* A drawing in place of a photo: the kind of animal as far as the name of its category says it, in a tone of that category. */
import type { ComponentChildren } from "preact";
import { categories } from "../data/categories.ts";

const eyes = (
  <>
    <circle cx="9.3" cy="12.2" r="1" />
    <circle cx="14.7" cy="12.2" r="1" />
  </>
);

/** Ears or a beak, by the words that categories are called by. */
const kinds: readonly (readonly [RegExp, ComponentChildren])[] = [
  [
    /dog|pupp|hund|welp/i,
    <>
      <path d="M7 8C4 7 3 11 4 14c1 2 3 0 3-1zm10 0c3-1 4 3 3 6-1 2-3 0-3-1z" class="far" />
      <circle cx="12" cy="12.5" r="6.2" class="near" />
      {eyes}
      <ellipse cx="12" cy="15.3" rx="1.7" ry="1.2" />
    </>,
  ],
  [
    /cat|kitten|katze|kater/i,
    <>
      <path d="M5.5 4l5 4h3l5-4v9h-13z" class="near" />
      <circle cx="12" cy="13" r="6.5" class="near" />
      {eyes}
      <path d="M11 14.8h2l-1 1.2z" />
    </>,
  ],
  [
    /rabbit|bunn|hare|kaninchen|hase|rodent|small|klein|nager/i,
    <>
      <ellipse cx="9.3" cy="6" rx="1.8" ry="4.8" class="near" />
      <ellipse cx="14.7" cy="6" rx="1.8" ry="4.8" class="near" />
      <circle cx="12" cy="14" r="6" class="near" />
      {eyes}
      <path d="M11 15.5h2l-1 1.2z" />
    </>,
  ],
  [
    /bird|parrot|vogel|vögel|papagei/i,
    <>
      <path d="M6 20c-1-9 2-15 7-15 4 0 6 3 5 7l3 1-3 1c-1 4-5 6-12 6z" class="near" />
      <circle cx="14.5" cy="9.5" r="1" />
    </>,
  ],
  [
    /fish|fisch/i,
    <>
      <path d="M3 12c4-6 10-6 14 0l4-4v8l-4-4c-4 6-10 6-14 0z" class="near" />
      <circle cx="7.5" cy="11.3" r="1" />
    </>,
  ],
  [
    /reptil|snake|lizard|turtle|schlange|echse|schildkr/i,
    <>
      <path d="M4 15a8 8 0 0 1 15-2c2-2 4 0 3 2s-3 2-4 2H7l-1 3H4z" class="near" />
      <circle cx="19.5" cy="13.7" r=".8" />
    </>,
  ],
];

const paw = (
  <g class="near">
    <ellipse cx="5.5" cy="11.2" rx="1.9" ry="2.5" />
    <ellipse cx="9.7" cy="7.2" rx="2" ry="2.7" />
    <ellipse cx="14.3" cy="7.2" rx="2" ry="2.7" />
    <ellipse cx="18.5" cy="11.2" rx="1.9" ry="2.5" />
    <path d="M12 11.5c-2.5 0-5 3.2-5 5.6 0 1.5 1.1 2.2 2.4 2.2 1 0 1.7-.5 2.6-.5s1.6.5 2.6.5c1.3 0 2.4-.7 2.4-2.2 0-2.4-2.5-5.6-5-5.6z" />
  </g>
);

/** One of these for each category. */
const tones = ["#3f8f74", "#b0763a", "#7f6bb0", "#b05a70", "#4a7fb5", "#8a8a3a"];

/** The placeholder of a pet's photo. */
export function PetIcon({ categoryId }: { readonly categoryId: bigint }) {
  const name = categories.value.get(categoryId)?.name ?? "";
  const count = BigInt(tones.length);
  const tone = tones[Number(((categoryId % count) + count) % count)];
  const [, drawing = paw] = kinds.find(([words]) => words.test(name)) ?? [];
  return (
    <svg class="pet-icon" style={{ "--tone": tone }} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {drawing}
    </svg>
  );
}
